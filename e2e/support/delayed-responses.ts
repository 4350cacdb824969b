// Delays responses until the test releases them, as a slow server would.

import type { Page, Request, Route } from "@playwright/test";

/** A promise that is resolved by calling `open`. */
export function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/**
 * Delays all requests that match `path`. The returned function releases them.
 * @param goOn what then happens to each; by default it is sent to the server
 */
export async function delayResponses(
  page: Page,
  path: string,
  goOn: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  const gate = createGate();
  await page.route(path, async (route) => {
    await gate.opened;
    await goOn(route);
  });
  return gate.open;
}

/**
 * Waits until a request whose path ends with `pathEnd` has finished or failed and the page has drawn the outcome. It
 * listens from the moment it is called, so call it before the request is sent.
 */
export async function waitUntilHandled(page: Page, pathEnd: string): Promise<void> {
  const isIt = { predicate: (request: Request) => new URL(request.url()).pathname.endsWith(pathEnd) };
  await Promise.race([page.waitForEvent("requestfinished", isIt), page.waitForEvent("requestfailed", isIt)]);
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}
