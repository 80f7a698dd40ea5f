import { useEffect, useMemo } from "react";

import { type Settings, useSaveSettings, useSettings } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce, keepJson, readJson } from "@/state";
import { type Screen, type ScreenGroup, undoToast } from "@/ui";
import { SCREENS } from "../screens";
import { type Move, moved, standing } from "./moves";
import { arrange, currentPins, pin, type PinnedGroup, type Pins, unpin } from "./pins";

export interface DockGroupView {
  readonly group: ScreenGroup;
  readonly screens: readonly Screen[];
}

export interface DockView {
  /** What stands above the groups, whatever is pinned. */
  readonly first: readonly Screen[];
  readonly groups: readonly DockGroupView[];
  /** The same as ids, for moves. */
  readonly order: readonly PinnedGroup[];
  readonly labels: boolean;
  /** Whether a person arranged it. */
  readonly isOwn: boolean;
  readonly isPinned: (screen: Screen) => boolean;
  readonly pin: (screen: Screen) => void;
  readonly unpin: (screen: Screen) => void;
  /** Move something, told under this name; a drop offers the way back, a key is its own. */
  readonly move: (move: Move, name: string, isDrop?: boolean) => void;
}

type DesktopSettings = Settings["desktop"];

const REMEMBERED = "aule.dock";
const FIRST = SCREENS.filter(({ dock }) => dock === "first");

/** The dock as the settings have it, and the ways to change it: at once here, then in the settings, then in other tabs. */
export function useDock(): DockView {
  const t = useT();
  const desktop = useDesktopSettings();
  const { mutate } = useSaveSettings();
  const { pins: chosen, purpose, labels } = desktop ?? UNKNOWN;
  return useMemo(() => {
    const pins = desktop === null ? [] : currentPins(SCREENS, chosen, purpose);
    const order = arrange(SCREENS, pins);
    const save = (change: (pins: Pins) => Pins) =>
      mutate(
        (settings) => {
          const now = settings.desktop;
          return { ...settings, desktop: { ...now, pins: [...change(currentPins(SCREENS, now.pins, now.purpose))] } };
        },
        { onError: (error) => tellTrouble(error, t) },
      );
    const offerUndo = (message: string) => undoToast({ message, undo: () => restore(chosen) });
    const restore = (before: Pins) => mutate((settings) => ({ ...settings, desktop: { ...settings.desktop, pins: [...before] } }));
    return {
      first: FIRST,
      groups: order.map(({ group, ids }) => ({ group, screens: ids.flatMap((id) => SCREENS.find((screen) => screen.id === id) ?? []) })),
      order,
      labels,
      isOwn: chosen.length > 0,
      isPinned: (screen) => screen.dock === "first" || pins.includes(screen.id),
      pin: (screen) => {
        save((now) => pin(SCREENS, now, screen.id));
        announce(t("dock.pinned", { name: t(screen.labelKey) }));
      },
      unpin: (screen) => {
        save((now) => unpin(SCREENS, now, screen.id));
        offerUndo(t("dock.unpinned", { name: t(screen.labelKey) }));
      },
      move: (move, name, isDrop = false) => {
        save((now) => moved(SCREENS, now, move));
        const words = t("dock.moved", { name, ...standing(arrange(SCREENS, moved(SCREENS, pins, move)), move) });
        if (isDrop) offerUndo(words);
        else announce(words);
      },
    };
  }, [desktop, chosen, purpose, labels, mutate, t]);
}

const UNKNOWN: DesktopSettings = { purpose: null, pins: [], labels: true };

/** The settings of the desktop; until they arrive, as they were the last time; null before anything is known. */
function useDesktopSettings(): DesktopSettings | null {
  const { data } = useSettings();
  const now = data?.value.desktop;
  useEffect(() => {
    if (now !== undefined) keepJson(localStorage, REMEMBERED, now);
  }, [now]);
  const remembered = useMemo(() => readJson<DesktopSettings | null>(localStorage, REMEMBERED, null), []);
  return now ?? remembered;
}
