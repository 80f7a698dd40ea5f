/** Light, dark, or as the system says. `public/theme.js` does the same before the first paint. */

import { create } from "zustand";

export type Theme = "light" | "dark" | "system";

const REMEMBERED = "aule.theme";
const SYSTEM_DARK = "(prefers-color-scheme: dark)";

function wished(): Theme {
  const value = globalThis.localStorage?.getItem(REMEMBERED);
  return value === "light" || value === "dark" ? value : "system";
}

function isDark(theme: Theme): boolean {
  return theme === "dark" || (theme === "system" && Boolean(globalThis.matchMedia?.(SYSTEM_DARK).matches));
}

export const useTheme = create<{ readonly theme: Theme; readonly dark: boolean }>(() => {
  const theme = wished();
  return { theme, dark: isDark(theme) };
});

/** Look like this from now on. */
export function setTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem(REMEMBERED);
  else localStorage.setItem(REMEMBERED, theme);
  apply(theme);
}

/** Follow the system while nothing else is wished. Call once. */
export function watchSystemTheme(): void {
  matchMedia(SYSTEM_DARK).addEventListener("change", () => apply(useTheme.getState().theme));
}

function apply(theme: Theme): void {
  const dark = isDark(theme);
  document.documentElement.classList.toggle("dark", dark);
  document.documentElement.style.colorScheme = dark ? "dark" : "light";
  useTheme.setState({ theme, dark });
}
