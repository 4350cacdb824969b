// The one blocking script of every page. Before the first paint it sets the theme, so that nobody sees a flash of the
// other (the same key and ids as in theme.ts), and marks whether somebody is signed in, for pages that were drawn before
// any script knew (the same key as in session-store.ts, which has the last word).
//
// It also watches over the app's own script: where that fails or takes longer than 120 s, the page would stay empty, so
// the words that index.html keeps for this are shown.
(() => {
  const page = document.documentElement;
  try {
    if (localStorage.getItem("theme") === "tabstop") page.dataset.theme = "tabstop";
    const user = JSON.parse(localStorage.getItem("user") ?? "null");
    if (user?.refreshTokenExpiry > Date.now()) page.dataset.signedIn = "";
  } catch {
    // Storage is blocked or holds something else: the default, and nobody.
  }

  const explain = () => {
    const notice = document.getElementById("not-loaded");
    if (notice && !document.getElementById("root")?.firstElementChild) notice.hidden = false;
  };
  // Errors of scripts, whether they did not come or did not run, pass here on their way down.
  addEventListener("error", () => setTimeout(explain), true);
  setTimeout(explain, 120_000);
  addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("#not-loaded button")) location.reload();
  });
})();
