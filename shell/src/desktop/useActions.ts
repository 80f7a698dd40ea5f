import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useLocation } from "wouter";

import { type ActionContext, isOffered, isPlain, isTyping, stepOf } from "@/actions";
import { useHome, useSaveSettings, useSettings } from "@/api";
import { setLocale } from "@/i18n";
import { setTheme } from "@/state";
import { ALL_ACTIONS } from "./screens";

/** What actions work with, as things stand now. */
export function useActionContext(): ActionContext {
  const [, go] = useLocation();
  const { data: home } = useHome();
  const desktop = useSettings().data?.value.desktop;
  const { mutate } = useSaveSettings();
  const navigate = useCallback<ActionContext["navigate"]>((path, options) => go(stayingFor(path), options), [go]);
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
      desktop,
      arrange: (edit) => mutate((settings) => ({ ...settings, desktop: { ...settings.desktop, ...edit } })),
    }),
    [home, navigate, desktop, mutate],
  );
}

/** A conversation opens beside what is on the stage: only what is asked changes, not the screen. */
function stayingFor(path: string): string {
  return path.startsWith("/?") ? location.pathname + path.slice(1) : path;
}

/** The second key of a sequence has to follow within this. */
const SEQUENCE = 1_500;

/** While something lies over the desktop, or a list is walked by its letters, plain keys belong there. */
const OVERLAYS = "dialog[open],[role=dialog],[role=menu]";
const LISTS = "[role=listbox],[role=menu],[role=tree],[role=combobox]";

const ALL_KEYS = ALL_ACTIONS.flatMap((action) => action.keys ?? []);

/** While mounted, the actions' shortcuts work everywhere. */
export function useShortcuts(context: ActionContext): void {
  const begun = useRef<{ readonly key: string; readonly at: number } | null>(null);
  // Before anything is painted: whoever sees the desktop can use its keys.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || /^(Shift|Control|Meta|Alt)$/.test(event.key)) return;
      const { current } = begun;
      begun.current = null;
      const recent = current !== null && event.timeStamp - current.at < SEQUENCE;
      const step = stepOf(ALL_KEYS, recent ? current.key : null, event);
      if (step.kind === "nothing") return;
      if (step.kind === "begun") {
        if (mayTakePlainKeys(event)) begun.current = { key: step.first, at: event.timeStamp };
        return;
      }
      const action = ALL_ACTIONS.find((candidate) => candidate.keys === step.keys);
      if (action === undefined || !isOffered(action, context)) return;
      if ((isPlain(step.keys) || action.outsideFields) && !mayTakePlainKeys(event)) return;
      event.preventDefault();
      action.perform(context);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [context]);
}

function mayTakePlainKeys({ target }: KeyboardEvent): boolean {
  if (isTyping(target) || document.querySelector(OVERLAYS) !== null) return false;
  return !(target instanceof Element && target.closest(LISTS));
}

/** Theme and language follow the settings, also when another window changes them. */
export function useAppearance(): void {
  const { data } = useSettings();
  const theme = data?.value.appearance.theme;
  const locale = data?.value.appearance.locale;
  useLayoutEffect(() => {
    if (theme !== undefined) setTheme(theme);
  }, [theme]);
  useLayoutEffect(() => {
    if (locale !== undefined) setLocale(locale);
  }, [locale]);
}
