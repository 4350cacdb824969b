// The only blocking script of every page. Before the first paint it sets the theme, to avoid a flash of the other one
// (the key and ids of theme.ts), and marks on prerendered pages whether a user is logged in (the key of
// session-store.ts, which decides later).
//
// It also watches the app's own script: if that fails or takes longer than 120 s, the page would stay empty, so it
// shows the explanation that index.html contains for this case.
(() => {
  const page = document.documentElement;
  try {
    if (localStorage.getItem("theme") === "tabstop") page.dataset.theme = "tabstop";
    const user = JSON.parse(localStorage.getItem("user") ?? "null");
    if (user?.refreshTokenExpiry > Date.now()) page.dataset.signedIn = "";
  } catch {
    // Storage is blocked or contains something else: the default theme, and no user.
  }

  const explain = () => {
    const notice = document.getElementById("not-loaded");
    if (notice && !document.getElementById("root")?.firstElementChild) notice.hidden = false;
  };
  // In the capture phase, this gets the errors of scripts that fail to load as well as of those that fail to run.
  addEventListener("error", () => setTimeout(explain), true);
  setTimeout(explain, 120_000);
  addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("#not-loaded button")) location.reload();
  });
})();
