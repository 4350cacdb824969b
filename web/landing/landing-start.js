// The script of the prerendered landing page: it points Get Started at the right page. The app loads when the page is
// complete and takes it over. Until then, and if the app fails to load, links work as plain links.

const { app } = document.querySelector("script[data-app]").dataset;
const isSignedIn = "signedIn" in document.documentElement.dataset;

if (isSignedIn) {
  for (const link of document.querySelectorAll("[data-get-started]")) link.setAttribute("href", "/courses");
}

const load = () => {
  // The console shows the failure, and the page works without the app.
  import(app).catch(() => {});
};

if (isSignedIn) {
  // The bar needs the app to show the account.
  load();
} else {
  const whenIdle = () => {
    try {
      requestIdleCallback(load, { timeout: 2000 });
    } catch {
      setTimeout(load, 200);
    }
  };
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}
