// The `test` of all browser tests. A worker's tests share a server. A test fails at anything unexpected on its pages:
// an error or a warning in the console, an exception, a content security violation, a request to another host.

import { test as base, expect, type Page } from "@playwright/test";
import { type RunningServer, startServer } from "./running-server.ts";

export { expect };

type PageFaults = {
  /** Allows faults whose text contains `part`: a test that cuts the network expects failed requests. */
  expectFault(part: string | RegExp): void;
};

/** The theme in which a project's tests begin; null for the product's default. */
export type ThemeOption = { readonly theme: "tabstop" | "tabstop-dark" | null };

export const test = base.extend<
  { faults: PageFaults; origin: string } & ThemeOption,
  { server: RunningServer }
>({
  theme: [null, { option: true }],
  server: [
    // Playwright reads the names of the fixtures that a function needs from its parameter's pattern, here none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      // Without rate limits, because a worker registers more accounts per hour from one address than they allow.
      const server = await startServer({ RATE_LIMITS: "off" });
      await use(server);
      await server.dispose();
    },
    { scope: "worker" },
  ],
  origin: async ({ server }, use) => use(server.url),
  baseURL: async ({ server }, use) => use(server.url),
  faults: [
    async ({ context, server, theme }, use) => {
      if (theme !== null)
        await context.addInitScript((id) => {
          // The blank page that precedes the first one has no storage.
          if (location.origin !== "null" && localStorage.getItem("theme") === null)
            localStorage.setItem("theme", id);
        }, theme);
      const faults: string[] = [];
      const expected: (string | RegExp)[] = [];
      const watch = (page: Page) => {
        page.on("console", (message) => {
          if (message.type() !== "error" && message.type() !== "warning") return;
          // Tests block the service worker unless they need it, because they cannot delay or break its requests.
          if (message.text() === "Service Worker registration blocked by Playwright") return;
          const fault = `console: ${message.text()} ${message.location().url}`;
          // The specification has the app request the dashboard to find out whether a user is an admin, and a browser
          // writes each refusal to its console.
          if (!/status of 403 .*\/admin\/dashboard$/.test(fault)) faults.push(fault);
        });
        page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
        page.on("request", (request) => {
          const { protocol, host } = new URL(request.url());
          if (!["data:", "blob:"].includes(protocol) && host !== new URL(server.url).host) {
            faults.push(`request to another host: ${request.url()}`);
          }
        });
      };
      for (const page of context.pages()) watch(page);
      context.on("page", watch);
      await context.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", (event) => {
          console.error(
            `content security violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
          );
        });
      });
      await use({ expectFault: (part) => void expected.push(part) });
      const unexpected = faults.filter(
        (fault) =>
          !expected.some((part) => (typeof part === "string" ? fault.includes(part) : part.test(fault))),
      );
      // A request may still be held back: what answers it must not fail with the page that closes.
      for (const routes of [context, ...context.pages()])
        await routes.unrouteAll({ behavior: "ignoreErrors" });
      expect(unexpected).toEqual([]);
    },
    { auto: true },
  ],
});
