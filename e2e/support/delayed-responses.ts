// Answers that come when the test says so, in the place of a slow server.

import type { Page, Request, Route } from "@playwright/test";

/** Closed until it is opened; what waits before it, goes on then. */
export function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Holds every call of `path`; what is given lets them go on. */
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

/** A call whose path ends so has been answered or given up, and the page has drawn what came of it. Listens at once. */
export async function waitUntilHandled(page: Page, pathEnd: string): Promise<void> {
  const call = { predicate: (request: Request) => new URL(request.url()).pathname.endsWith(pathEnd) };
  await Promise.race([page.waitForEvent("requestfinished", call), page.waitForEvent("requestfailed", call)]);
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}
