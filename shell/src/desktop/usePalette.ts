import type { LucideIcon } from "lucide-react";
import { Bot, Boxes, Brain, File, Folder, MessageCircleQuestion, MessageSquare, ShieldCheck, Waypoints, Wrench } from "lucide-react";

import { ACTIONS, type ActionContext, chordText, isOffered } from "@/actions";
import { type Hit, useSearch } from "@/api";
import { type Translate, useI18n } from "@/i18n";
import { useComposer, useLayout } from "@/state";
import { isSaid } from "./matching";
import { noteChoice, recentChoices } from "./recent";
import { rootOf, SCREENS } from "./screens";

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly icon: LucideIcon;
  readonly keys?: string;
  readonly choose: () => void;
}

export interface ChoiceGroup {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly Choice[];
}

const KINDS = {
  conversation: MessageSquare,
  run: Waypoints,
  artifact: File,
  project: Folder,
  agent: Bot,
  capability: Wrench,
  memory: Brain,
  approval: ShieldCheck,
  other: Boxes,
} as const satisfies Readonly<Record<string, LucideIcon>>;

type Kind = keyof typeof KINDS;

/** Everything the palette offers for these words, in groups: recent, screens, actions, what exists, asking. */
export function usePalette(words: string, context: ActionContext): { readonly groups: readonly ChoiceGroup[]; readonly searching: boolean } {
  const { t, locale } = useI18n();
  const typed = words.trim();
  const { data: hits = [], isFetching } = useSearch(words, locale);
  const screens = screenChoices(t, context).filter((choice) => isSaid(typed, choice.label));
  const actions = actionChoices(t, context).filter((choice) => isSaid(typed, choice.label));
  const recent = typed === "" ? recentOf([...screens, ...actions]) : [];
  const without = (choices: readonly Choice[]) => choices.filter((choice) => !recent.includes(choice));
  const ask: Choice = {
    id: "ask",
    label: t("palette.ask", { words: typed }),
    icon: MessageCircleQuestion,
    choose: () => useComposer.getState().fill(typed),
  };
  const groups = [
    { id: "recent", label: t("palette.recent"), choices: recent },
    { id: "screens", label: t("palette.screens"), choices: without(screens) },
    { id: "actions", label: t("palette.actions"), choices: without(actions) },
    ...(typed === "" ? [] : hitGroups(hits, t, context)),
    { id: "ask", label: t("actions.ask"), choices: typed === "" ? [] : [ask] },
  ];
  return { groups: groups.filter((group) => group.choices.length > 0), searching: isFetching };
}

function screenChoices(t: Translate, context: ActionContext): readonly Choice[] {
  return SCREENS.filter((screen) => screen.dock !== false).map((screen) => ({
    id: `screen:${screen.id}`,
    label: t(screen.labelKey),
    icon: screen.icon,
    choose: () => context.navigate(rootOf(screen)),
  }));
}

function actionChoices(t: Translate, context: ActionContext): readonly Choice[] {
  return ACTIONS.filter((action) => action.id !== "open-palette" && isOffered(action, context)).map((action) => ({
    id: `action:${action.id}`,
    label: t(action.labelKey),
    icon: action.icon,
    keys: action.keys && chordText(action.keys),
    choose: () => action.perform(context),
  }));
}

function recentOf(choices: readonly Choice[]): readonly Choice[] {
  return recentChoices().flatMap((id) => choices.find((choice) => choice.id === id) ?? []);
}

function hitGroups(hits: readonly Hit[], t: Translate, context: ActionContext): readonly ChoiceGroup[] {
  const groups = new Map<Kind, Choice[]>();
  for (const hit of hits) {
    const kind = kindOf(hit);
    const choices = groups.get(kind) ?? [];
    groups.set(kind, choices);
    choices.push({
      id: hit.ref,
      label: hit.title,
      // A run's detail is a status word, not for reading.
      detail: kind === "run" ? undefined : hit.detail,
      icon: KINDS[kind],
      choose: () => openHit(hit, context),
    });
  }
  return [...groups].map(([kind, choices]) => ({ id: kind, label: t(`palette.kind.${kind}`), choices }));
}

function kindOf(hit: Hit): Kind {
  const kind = hit.ref.slice(0, hit.ref.indexOf(":"));
  return kind in KINDS ? (kind as Kind) : "other";
}

function openHit(hit: Hit, context: ActionContext): void {
  if (kindOf(hit) === "capability") useComposer.getState().fill(hit.title);
  else if (hit.path.startsWith("/v1/")) window.open(hit.path, "_blank", "noopener");
  else context.navigate(hit.path);
}

/** Close the palette, remember the choice, and do it. */
export function chooseFrom(choice: Choice): void {
  useLayout.getState().showPalette(false);
  noteChoice(choice.id);
  choice.choose();
}
