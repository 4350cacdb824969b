// Opens the app without a network, and keeps an open page working with its own release after a new release.
//
// Invariants
// - A page is requested from the server first; the cached page is used only if the server does not respond within 10 s.
//   So an old release lasts no longer than the lack of a network, whatever the state of this file.
// - Only files whose name changes with their content are served from the cache first. Requests to the API are not
//   handled: no response and no personal data is ever in this cache. Where the browser has static routes, they do not
//   even pass through here: a page that is being left would lose them on the way.
// - A cache that does not respond is not waited for.
// - The files of the previous release stay, for pages that were open when the new one was installed.
//
// The build fills in `files` and `release`: see build-steps/service-worker.ts.

const files = ["tabstop:files"];
const release = "tabstop:release";
const cacheName = `tabstop-files-${release}`;
/** The page of any screen, without a head of its own. */
const shell = "/courses";

const pageWithinMs = 10_000;
const cacheWithinMs = 2_000;

addEventListener("install", (event) => {
  event.waitUntil(routeAround(event));
  event.waitUntil(install());
});
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/static/")) event.respondWith(fileOf(request));
  else if (request.mode === "navigate" && !pathname.startsWith("/api/") && !/\.[^/]+$/.test(pathname))
    event.respondWith(pageOf(event));
});

/** Everything but files and pages goes to the network without this worker. */
async function routeAround(event) {
  const handled = [{ urlPattern: "/static/*" }, { requestMode: "navigate" }];
  try {
    await event.addRoutes([{ condition: { not: { or: handled } }, source: "network" }]);
  } catch {
    // The browser has no static routes, or not these. The listener above leaves such requests to the browser too.
  }
}

async function install() {
  const cache = await caches.open(cacheName);
  const page = await fetch(shell, { headers: { accept: "text/html" }, cache: "no-cache" });
  // A newer release was installed on the server in between: the browser soon requests this file again, and gets its
  // own.
  if (!(await isOfThisRelease(page.clone()))) throw new Error("This page is of another release");
  await cache.addAll(files);
  await cache.put(shell, page);
  await skipWaiting();
}

async function activate() {
  await within(cacheWithinMs, tidy()).catch(() => {});
  await clients.claim();
}

async function tidy() {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith("tabstop-files-") && name !== cacheName,
  );
  // Caches are listed in the order of their creation.
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

async function fileOf(request) {
  return (await cached(request)) ?? fetch(request);
}

async function pageOf(event) {
  const loading = fetch(event.request);
  try {
    const page = await within(pageWithinMs, loading);
    event.waitUntil(renewShell(page.clone()));
    return page;
  } catch {
    return (await cachedShell()) ?? loading;
  }
}

/** From this release's cache: that of the previous release may still have a page too. */
async function cachedShell() {
  const find = async () => (await caches.open(cacheName)).match(shell, { ignoreVary: true });
  try {
    return await within(cacheWithinMs, find());
  } catch {
    return undefined;
  }
}

/** Caches the page again: the server writes settings into it, which change without a release. */
async function renewShell(page) {
  try {
    if (page.ok && !page.redirected && (await isOfThisRelease(page.clone())))
      await (await caches.open(cacheName)).put(shell, page);
  } catch {
    // The disk is full, or the page was closed before the response was complete: the cached page stays.
  }
}

/** Whether it is the empty page of this release, as index.html has it. */
async function isOfThisRelease(page) {
  const html = await page.text();
  return (
    html.includes('<div id="root"></div>') &&
    files.some((file) => html.includes(`type="module" crossorigin src="${file}"`))
  );
}

async function cached(request) {
  try {
    return await within(cacheWithinMs, caches.match(request, { ignoreVary: true }));
  } catch {
    return undefined;
  }
}

function within(limitMs, waiting) {
  const tooLate = new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`Nothing within ${limitMs} ms`)), limitMs);
  });
  return Promise.race([waiting, tooLate]);
}
