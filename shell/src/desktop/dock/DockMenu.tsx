import type { RefObject } from "react";

import type { ActionContext } from "@/actions";
import { useT } from "@/i18n";
import { MenuSheet, type Screen } from "@/ui";
import { menuOf } from "./menu";
import type { Move } from "./moves";
import type { DockView } from "./useDock";

interface DockMenuProps {
  readonly screen: Screen;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly dock: DockView;
  readonly context: ActionContext;
  readonly onMove: (move: Move) => void;
  readonly onClose: () => void;
}

/** What can be done with an entry of the dock, beside it. */
export function DockMenu({ screen, anchor, dock, context, onMove, onClose }: DockMenuProps) {
  const t = useT();
  return <MenuSheet anchor={anchor} align="start" label={t(screen.labelKey)} items={menuOf(screen, { dock, context, t, move: onMove })} onClose={onClose} />;
}
