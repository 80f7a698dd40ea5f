import type { LucideIcon } from "lucide-react";
import type { ComponentType, LazyExoticComponent } from "react";

import type { PlainKey } from "@/i18n";

/** What a screen is for: the groups of the dock and of the overview, in their order. */
export const SCREEN_GROUPS = ["apps", "work", "library", "workshop", "system"] as const;

export type ScreenGroup = (typeof SCREEN_GROUPS)[number];

/** What somebody wants to do with the desktop, as the settings say it. */
export const PURPOSES = ["teach", "goals", "code", "explore"] as const;

export type Purpose = (typeof PURPOSES)[number];

/** What can be counted beside a screen's icon. */
export type BadgeKind = "pending" | "running" | "proposals";

/** Where a screen stands in the dock and in the overview of all screens. */
export interface ScreenPlace {
  readonly group: ScreenGroup;
  /** Its place in its group: lower comes first. */
  readonly order: number;
  /** What one does there, in one short sentence. */
  readonly briefKey: PlainKey;
  /** The purposes it is pinned for while a person has pinned nothing; left out, it is only in the overview. */
  readonly pinnedFor?: readonly Purpose[] | "all";
  readonly badge?: BadgeKind;
}

/**
 * A screen is one folder in `features/` whose `screen.ts` exports a `screen: Screen`.
 * The desktop collects them: routes, dock, overview, palette and breadcrumb follow from this object.
 */
export interface Screen {
  readonly id: string;
  /** A wouter pattern, such as `/activity/:id?`. The dock links to its fixed part. */
  readonly path: string;
  readonly icon: LucideIcon;
  readonly labelKey: PlainKey;
  /** Its place in the dock; `first` always stands above the groups, false is in neither dock nor overview. */
  readonly dock: ScreenPlace | "first" | false;
  /** The key that leads here after G, such as `p`. */
  readonly letter?: string;
  /** Takes the whole window, without dock and chat: the welcome. */
  readonly bare?: true;
  readonly component: LazyExoticComponent<ComponentType>;
}
