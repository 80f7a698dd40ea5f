/** What can be done with an entry of the dock. */

import { ArrowDown, ArrowUp, ChevronsDown, ChevronsUp, LayoutGrid, PanelLeft, PinOff, RotateCcw } from "lucide-react";

import { type ActionContext, actionOf, chordText, isOffered, onMac } from "@/actions";
import type { Translate } from "@/i18n";
import type { MenuItem, Screen } from "@/ui";
import { groupStep, itemStep, type Move } from "./moves";
import { placeOf } from "./pins";
import type { DockView } from "./useDock";

interface MenuParts {
  readonly dock: DockView;
  readonly context: ActionContext;
  readonly t: Translate;
  readonly move: (move: Move) => void;
}

const ALT = onMac ? "⌥" : "Alt ";
const ALT_SHIFT = onMac ? "⌥⇧" : "Alt Shift ";

/** The menu of an entry: its place, its group's place, and the dock as a whole. */
export function menuOf(screen: Screen, { dock, context, t, move }: MenuParts): readonly MenuItem[] {
  const place = placeOf(screen);
  const goes = (id: string, label: string, icon: MenuItem["icon"], keys: string, step: Move | null): MenuItem => ({
    id,
    label,
    icon,
    keys,
    disabled: step === null,
    onSelect: () => step && move(step),
  });
  const own: readonly MenuItem[] =
    place === null
      ? []
      : [
          { id: "unpin", label: t("dock.unpin"), icon: PinOff, onSelect: () => dock.unpin(screen) },
          { ...goes("up", t("dock.up"), ArrowUp, `${ALT}↑`, itemStep(dock.order, screen.id, "up")), separated: true },
          goes("down", t("dock.down"), ArrowDown, `${ALT}↓`, itemStep(dock.order, screen.id, "down")),
          goes("group-up", t("dock.group.up"), ChevronsUp, `${ALT_SHIFT}↑`, groupStep(dock.order, place.group, "up")),
          goes("group-down", t("dock.group.down"), ChevronsDown, `${ALT_SHIFT}↓`, groupStep(dock.order, place.group, "down")),
        ];
  const [labels, reset, all] = [actionOf("toggle-labels"), actionOf("reset-dock"), actionOf("show-screens")];
  return [
    ...own,
    {
      id: "labels",
      label: t(dock.labels ? "dock.labels.hide" : "dock.labels.show"),
      icon: PanelLeft,
      keys: labels.keys && chordText(labels.keys),
      separated: own.length > 0,
      onSelect: () => labels.perform(context),
    },
    { id: "reset", label: t("dock.reset"), icon: RotateCcw, disabled: !isOffered(reset, context), onSelect: () => reset.perform(context) },
    { id: "all", label: t("dock.all"), icon: LayoutGrid, keys: all.keys && chordText(all.keys), onSelect: () => all.perform(context) },
  ];
}
