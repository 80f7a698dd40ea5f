import { useCallback } from "react";
import { create } from "zustand";

import { type Settings, type SettingsEdit, useSaveSettings, useSettings } from "@/api";

/** Counts saves, so that the quiet mark shows for each. */
export const useSaves = create<{ readonly count: number }>(() => ({ count: 0 }));

export function noteSave(): void {
  useSaves.setState(({ count }) => ({ count: count + 1 }));
}

export interface Editor {
  readonly settings: Settings;
  readonly edit: (edit: SettingsEdit) => void;
  /** Why the last edit was refused, if it was. */
  readonly error: Error | null;
}

/** The settings and the way to change them. Only below a screen that has loaded them. */
export function useEdit(): Editor {
  const { data } = useSettings();
  const { mutate, error } = useSaveSettings();
  const edit = useCallback((change: SettingsEdit) => mutate(change, { onSuccess: noteSave }), [mutate]);
  if (data === undefined) throw new Error("settings are shown before they are loaded");
  return { settings: data.value, edit, error };
}
