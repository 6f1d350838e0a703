// Runs before the first paint, as a file of its own so that no inline script is needed: the theme that was chosen on this
// page, else the one of the system. shell/theme.ts takes over from here.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("hyperplane-theme");
  } catch {
    // Storage may be forbidden; the system's theme will do.
  }
  if (theme !== "light" && theme !== "dark") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.dataset.theme = theme;
})();
