// The only blocking script of every page. Before the first paint it sets the theme, to avoid a flash of the other one
// (the key and ids of theme.ts), and marks on prerendered pages whether a user is logged in (the key of
// session-store.ts, which decides later).
//
// It also watches the app's own script: if that fails or takes longer than 120 s, the page would stay empty, so it
// shows the explanation that index.html contains for this case. In a browser without something that the app needs, it
// names what is missing, and main.tsx does not start the app.
//
// Written without syntax newer than modules, so that old browsers can run it.

(() => {
  // What the app needs and not every browser that runs this script has. scripts/platform-use.mjs reads this list: the app
  // may use these without a guard.
  const needed = [
    "Array.prototype.at",
    "Array.prototype.findLast",
    "Array.prototype.findLastIndex",
    "Array.prototype.flat",
    "Array.prototype.flatMap",
    "Array.prototype.toReversed",
    "Array.prototype.toSorted",
    "Element.prototype.replaceChildren",
    "HTMLDialogElement.prototype.showModal",
    "Intl.Segmenter",
    "Object.fromEntries",
    "String.prototype.matchAll",
    "String.prototype.replaceAll",
    "String.prototype.trimStart",
    "performance.now",
  ];
  // The build's target in vite.config.ts.
  const oldest = "Chrome and Edge 111, Firefox 128 and Safari 16.4";

  const page = document.documentElement;
  try {
    if (localStorage.getItem("theme") === "tabstop") page.dataset.theme = "tabstop";
    const user = JSON.parse(localStorage.getItem("user") || "null");
    if (user && user.refreshTokenExpiry > Date.now()) page.dataset.signedIn = "";
  } catch {
    // Storage is blocked or contains something else: the default theme, and no user.
  }

  const isMissing = (path) => {
    try {
      return path.split(".").reduce((owner, name) => owner[name], window) === undefined;
    } catch {
      return true;
    }
  };
  const missing = needed.filter(isMissing);

  const explain = (lack) => {
    const notice = document.getElementById("not-loaded");
    if (!notice || !notice.hidden) return;
    if (lack !== null)
      notice.querySelector("p").textContent =
        `This browser lacks ${lack}, which Tabstop needs. Tabstop works in ${oldest} and in newer ones.`;
    notice.hidden = false;
  };
  const explainIfEmpty = (lack) => {
    const root = document.getElementById("root");
    if (root && !root.firstElementChild) explain(lack);
  };

  if (missing.length > 0) {
    page.dataset.missing = missing.join(" ");
    document.addEventListener("DOMContentLoaded", () => {
      // The landing page is there without the app.
      document.getElementById("root").hidden = true;
      explain(missing.join(", "));
    });
  }
  // In the capture phase, this gets the errors of scripts that fail to load as well as of those that fail to run.
  addEventListener(
    "error",
    ({ error }) => {
      // Its own scripts have no faults of syntax, so the browser is too old to read them.
      const isOld = error instanceof SyntaxError;
      setTimeout(() => explainIfEmpty(isOld ? "syntax of ECMAScript 2022" : null));
    },
    true,
  );
  setTimeout(() => explainIfEmpty(null), 120000);
  addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("#not-loaded button")) location.reload();
  });
})();
