// The script of the landing page as the build has drawn it: all that Get Started needs. The app itself comes when the
// page stands, to take it over; until then, and where it does not come at all, links lead to other pages by themselves.

const { app } = document.querySelector("script[data-app]").dataset;
const isSignedIn = "signedIn" in document.documentElement.dataset;

if (isSignedIn) {
  for (const link of document.querySelectorAll("[data-get-started]")) link.setAttribute("href", "/courses");
}

const load = () => {
  // A failure is in the console already, and the page goes on without.
  import(app).catch(() => {});
};

if (isSignedIn) {
  // The bar waits for it.
  load();
} else {
  const whenIdle = () => globalThis.requestIdleCallback?.(load, { timeout: 2000 }) ?? setTimeout(load, 200);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}
