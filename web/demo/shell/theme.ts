/** The theme: the system's, until the user chooses another. public/theme.js sets the first value. */

export type Theme = "light" | "dark";

const storageKey = "hyperplane-theme";
const system = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

function systemTheme(): Theme {
  return system.matches ? "dark" : "light";
}

export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

function apply(theme: Theme): void {
  if (theme === currentTheme()) return;
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** A choice equal to the system's is not stored, so that the page follows the system again. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === systemTheme()) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage may be blocked; the choice then lasts as long as the page.
  }
  apply(theme);
}

export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

system.addEventListener("change", () => {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem(storageKey);
  } catch {
    // As above.
  }
  if (chosen === null) apply(systemTheme());
});

/** The value of a colour of the style sheet. */
export function themeColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
