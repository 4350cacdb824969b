// Lets the app open without a network, and lets a page that is open go on with its own release after a new one came.
//
// Always true
// - A page is asked of the server first: only where that cannot be reached does the kept one appear. So nobody stays on an
//   old release for longer than he has no network, whatever state this file is in.
// - Only files whose name changes with their content come from the cache first. The API is left alone: no answer and
//   nothing about a person is ever in here.
// - The files of the release before stay, for pages that were open when the new one came.
// The build fills in the two lists: see build-steps/service-worker.ts.

const files = ["tabstop:files"];
const release = "tabstop:release";
const cacheName = `tabstop-files-${release}`;
/** The page of any screen without what a page says about itself. */
const shell = "/courses";

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/static/")) event.respondWith(fileOf(request));
  else if (request.mode === "navigate" && !pathname.startsWith("/api/") && !/\.[^/]+$/.test(pathname))
    event.respondWith(pageOf(event));
});

async function install() {
  const cache = await caches.open(cacheName);
  const page = await fetch(shell, { headers: { accept: "text/html" }, cache: "no-cache" });
  // A release that came in between: the browser asks for this file again soon, and gets the one that belongs to it.
  if (!(await isOfThisRelease(page.clone()))) throw new Error("This page is of another release");
  await cache.addAll(files);
  await cache.put(shell, page);
  await skipWaiting();
}

async function activate() {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith("tabstop-files-") && name !== cacheName,
  );
  // They are listed in the order in which they were made.
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await clients.claim();
}

async function fileOf(request) {
  return (await kept(request)) ?? fetch(request);
}

async function pageOf(event) {
  try {
    const page = await fetch(event.request);
    event.waitUntil(renewShell(page.clone()));
    return page;
  } catch (error) {
    // This release's own: the one before may still have its page, too.
    const page = await (await caches.open(cacheName)).match(shell, { ignoreVary: true });
    if (page) return page;
    throw error;
  }
}

/** Settings are written into pages, and change without a release. */
async function renewShell(page) {
  try {
    if (page.ok && !page.redirected && (await isOfThisRelease(page.clone())))
      await (await caches.open(cacheName)).put(shell, page);
  } catch {
    // The disk is full, or the page was left in the middle of it: the older one stays.
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

async function kept(request) {
  try {
    return await caches.match(request, { ignoreVary: true });
  } catch {
    return undefined;
  }
}
