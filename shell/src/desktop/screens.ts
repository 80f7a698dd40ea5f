/** Every screen: the folders of `features/` whose `screen.ts` exports one. */

import { ACTIONS, type Action } from "@/actions";
import { type Screen, SCREEN_GROUPS } from "@/ui";

const found = import.meta.glob<Screen>("../features/*/screen.ts", { eager: true, import: "screen" });

/** What always stands first, then group by group, then those without a place. */
const rank = ({ dock }: Screen) => (dock === "first" ? -1 : dock === false ? Number.POSITIVE_INFINITY : SCREEN_GROUPS.indexOf(dock.group) * 1_000 + dock.order);

export const SCREENS: readonly Screen[] = Object.values(found).sort((a, b) => rank(a) - rank(b));

/** The fixed part of a screen's path: where its dock icon leads. */
export function rootOf(screen: Screen): string {
  return screen.path.replace(/\/:.*$/, "") || "/";
}

/** The screen that an address belongs to. */
export function screenAt(address: string): Screen | undefined {
  const path = address.replace(/[?#].*$/, "");
  return SCREENS.find((screen) => {
    const root = rootOf(screen);
    return path === root || (root !== "/" && path.startsWith(`${root}/`));
  });
}

/** Addresses of former days and of others' habits, and where what they mean is now. */
export const MOVED: Readonly<Record<string, (id: string | undefined) => string>> = {
  "/project/:id?": (id) => (id === undefined ? "/projects" : `/projects/${id}`),
  "/tools": () => "/capabilities",
  "/jobs/:id?": (id) => (id === undefined ? "/runs" : `/activity/${id}`),
};

/** Going to a screen is an action of its own: G, then its letter. */
export const GOINGS: readonly Action[] = SCREENS.filter((screen) => !screen.bare).map((screen) => ({
  id: `go-${screen.id}`,
  labelKey: screen.labelKey,
  icon: screen.icon,
  group: "go",
  keys: screen.letter && `g ${screen.letter}`,
  perform: ({ navigate }) => navigate(rootOf(screen)),
}));

/** Everything one can do from anywhere, going places included. */
export const ALL_ACTIONS: readonly Action[] = [...GOINGS, ...ACTIONS];
