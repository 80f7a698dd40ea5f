import type { LucideIcon } from "lucide-react";

import type { Home, Settings } from "@/api";
import type { PlainKey } from "@/i18n";

/** What an action may look at and use. */
export interface ActionContext {
  readonly home: Home | undefined;
  readonly navigate: (path: string, options?: { readonly replace: boolean }) => void;
  /** Change how the desktop looks or speaks; kept in the settings. */
  readonly appear: (edit: Partial<Settings["appearance"]>) => void;
}

/** Something one can do from anywhere. One file each; feeds the palette, menus and shortcuts. */
export interface Action {
  readonly id: string;
  readonly labelKey: PlainKey;
  readonly icon: LucideIcon;
  /** A chord such as `mod+k`, or a single key that works outside text fields, such as `?`. */
  readonly keys?: string;
  /** Whether it makes sense now; left out, it always does. */
  readonly when?: (context: ActionContext) => boolean;
  readonly perform: (context: ActionContext) => void;
}
