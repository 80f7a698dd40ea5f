import type { LucideIcon } from "lucide-react";

import type { Home, Settings } from "@/api";
import type { PlainKey } from "@/i18n";

/** What an action may look at and use. */
export interface ActionContext {
  readonly home: Home | undefined;
  readonly navigate: (path: string, options?: { readonly replace: boolean }) => void;
  /** Change how the desktop looks or speaks; kept in the settings. */
  readonly appear: (edit: Partial<Settings["appearance"]>) => void;
  /** How the dock is arranged; undefined until the settings are known. */
  readonly desktop: Settings["desktop"] | undefined;
  /** Arrange the dock otherwise; kept in the settings. */
  readonly arrange: (edit: Partial<Settings["desktop"]>) => void;
}

/** Where the list of shortcuts puts an action. */
export type ActionGroup = "find" | "go" | "make" | "chat" | "desk";

/** Something one can do from anywhere. One file each; feeds the palette, menus and shortcuts. */
export interface Action {
  readonly id: string;
  readonly labelKey: PlainKey;
  readonly icon: LucideIcon;
  readonly group: ActionGroup;
  /** A chord such as `mod+k`, a single key such as `?`, or two keys such as `g p`; plain ones work outside fields. */
  readonly keys?: string;
  /** Whether a chord with `mod`, too, belongs to the text while somebody types. */
  readonly outsideFields?: true;
  /** Whether it makes sense now; left out, it always does. */
  readonly when?: (context: ActionContext) => boolean;
  readonly perform: (context: ActionContext) => void;
}
