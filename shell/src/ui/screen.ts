import type { LucideIcon } from "lucide-react";
import type { ComponentType, LazyExoticComponent } from "react";

import type { PlainKey } from "@/i18n";

/**
 * A screen is one folder in `features/` whose `screen.ts` exports a `screen: Screen`.
 * The desktop collects them: routes, dock, palette and breadcrumb follow from this object.
 */
export interface Screen {
  readonly id: string;
  /** A wouter pattern, such as `/activity/:id?`. The dock links to its fixed part. */
  readonly path: string;
  readonly icon: LucideIcon;
  readonly labelKey: PlainKey;
  /** Its place in the dock: lower comes first, `end` sits at the bottom, false is not in the dock. */
  readonly dock: number | "end" | false;
  /** The key that leads here after G, such as `p`. */
  readonly letter?: string;
  /** Whether it has a place in the bar of a phone; the others are under "More". */
  readonly handy?: true;
  /** What the dock counts beside its icon. */
  readonly badge?: "pending";
  /** Takes the whole window, without dock and chat: the welcome. */
  readonly bare?: true;
  readonly component: LazyExoticComponent<ComponentType>;
}
