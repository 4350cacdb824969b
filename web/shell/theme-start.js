// Runs before the first paint, so that nobody sees a flash of the other theme. The same key and ids as in theme.ts.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    // Storage is blocked: the default.
  }
  if (theme === "tabstop") document.documentElement.dataset.theme = theme;
})();
