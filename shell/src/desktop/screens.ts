/** Every screen: the folders of `features/` whose `screen.ts` exports one. */

import type { Screen } from "@/ui";

const found = import.meta.glob<Screen>("../features/*/screen.ts", { eager: true, import: "screen" });

const place = (screen: Screen) => (typeof screen.dock === "number" ? screen.dock : Number.POSITIVE_INFINITY);

export const SCREENS: readonly Screen[] = Object.values(found).sort((a, b) => place(a) - place(b));

/** The fixed part of a screen's path: where its dock icon leads. */
export function rootOf(screen: Screen): string {
  return screen.path.replace(/\/:.*$/, "") || "/";
}

/** The screen that an address belongs to. */
export function screenAt(path: string): Screen | undefined {
  return SCREENS.find((screen) => {
    const root = rootOf(screen);
    return path === root || (root !== "/" && path.startsWith(`${root}/`));
  });
}
