// Sets the theme before the first paint: the stored choice, else the system's. shell/theme.ts takes over from there. A file of
// its own, since the page allows no inline scripts. In a frame (?embedded&theme=dark) the page around it has chosen.
(() => {
  const address = new URLSearchParams(location.search);
  document.documentElement.toggleAttribute("data-embedded", address.has("embedded"));
  let theme = address.get("theme");
  try {
    theme ??= localStorage.getItem("hyperplane-theme");
  } catch {
    // Storage may be blocked; the system's theme applies.
  }
  if (theme !== "light" && theme !== "dark") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.dataset.theme = theme;
})();
