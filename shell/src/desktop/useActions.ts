import { useEffect, useMemo } from "react";
import { useLocation } from "wouter";

import { ACTIONS, type ActionContext, isChord, isOffered, isTyping } from "@/actions";
import { useHome, useSaveSettings, useSettings } from "@/api";
import { setLocale } from "@/i18n";
import { setTheme } from "@/state";

/** What actions work with, as things stand now. */
export function useActionContext(): ActionContext {
  const [, navigate] = useLocation();
  const { data: home } = useHome();
  const { mutate } = useSaveSettings();
  return useMemo(
    () => ({
      home,
      navigate,
      appear: (edit) => {
        // At once on this page; the settings make it last.
        if (edit.theme !== undefined) setTheme(edit.theme);
        if (edit.locale !== undefined) setLocale(edit.locale);
        mutate((settings) => ({ ...settings, appearance: { ...settings.appearance, ...edit } }));
      },
    }),
    [home, navigate, mutate],
  );
}

/** While mounted, the actions' shortcuts work everywhere. */
export function useShortcuts(context: ActionContext): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return;
      const action = ACTIONS.find((candidate) => candidate.keys && isChord(candidate.keys, event));
      if (action === undefined || !isOffered(action, context)) return;
      const plain = !action.keys?.includes("+");
      if (plain && (isTyping(event.target) || document.querySelector("[role=dialog],[role=menu],[role=listbox]"))) return;
      event.preventDefault();
      action.perform(context);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [context]);
}

/** Theme and language follow the settings, also when another window changes them. */
export function useAppearance(): void {
  const { data } = useSettings();
  const theme = data?.value.appearance.theme;
  const locale = data?.value.appearance.locale;
  useEffect(() => {
    if (theme !== undefined) setTheme(theme);
  }, [theme]);
  useEffect(() => {
    if (locale !== undefined) setLocale(locale);
  }, [locale]);
}
