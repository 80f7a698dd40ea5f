/** What the palette can offer, as choices. Pure but for what a choice does. */

import type { LucideIcon } from "lucide-react";
import {
  Blocks,
  Bot,
  Brain,
  CalendarClock,
  ClipboardList,
  File,
  Folder,
  History,
  ListChecks,
  MessageSquare,
  MessageSquareQuote,
  Settings,
  Target,
  Waypoints,
  Workflow,
} from "lucide-react";

import { type ActionContext, chordKeys, isOffered } from "@/actions";
import type { Hit } from "@/api";
import type { Translate } from "@/i18n";
import { useComposer } from "@/state";
import { ALL_ACTIONS, screenAt } from "../screens";
import { type Mark, marksIn, match, MEANT } from "./matching";
import { pageId, type Recent } from "./recent";

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly marks: readonly Mark[];
  readonly detail?: string;
  /** When it last changed, as ISO time. */
  readonly time?: string;
  readonly icon: LucideIcon;
  readonly keys?: readonly string[];
  /** How well it fits the words; what the server found has its own order. */
  readonly score: number;
  /** Whether the words name it, so that nothing better can be found. */
  readonly meant?: boolean;
  readonly recent: Recent;
  readonly choose: () => void;
  /** Takes it into the chat instead: ⌘↵. */
  readonly toChat?: () => void;
}

export interface ChoiceGroup {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly Choice[];
}

const KINDS = {
  conversation: MessageSquare,
  message: MessageSquareQuote,
  project: Folder,
  artifact: File,
  agent: Bot,
  capability: Blocks,
  run: Waypoints,
  memory: Brain,
  change: History,
  approval: ListChecks,
  setting: Settings,
  plan: ClipboardList,
  workflow: Workflow,
  schedule: CalendarClock,
  item: Target,
} as const satisfies Readonly<Record<Hit["kind"], LucideIcon>>;

/** Actions that the words may mean, the best first. */
export function actionChoices(words: string, t: Translate, context: ActionContext): readonly Choice[] {
  return ALL_ACTIONS.filter((action) => action.id !== "open-palette" && isOffered(action, context))
    .flatMap((action): Choice[] => {
      const label = t(action.labelKey);
      const found = match(words, label);
      if (found === null) return [];
      return [
        {
          id: `action:${action.id}`,
          label,
          ...found,
          meant: found.score >= MEANT,
          icon: action.icon,
          keys: action.keys === undefined ? undefined : chordKeys(action.keys),
          recent: { id: `action:${action.id}` },
          choose: () => action.perform(context),
        },
      ];
    })
    .sort((a, b) => b.score - a.score);
}

/** What the server found, a group for each kind, in the order of the best of each. */
export function hitGroups(hits: readonly Hit[], words: string, t: Translate, context: ActionContext): readonly ChoiceGroup[] {
  const groups = new Map<Hit["kind"], Choice[]>();
  for (const hit of hits) {
    const choices = groups.get(hit.kind) ?? [];
    groups.set(hit.kind, choices);
    choices.push(hitChoice(hit, words, context));
  }
  return [...groups].map(([kind, choices]) => ({ id: kind, label: t(`palette.kind.${kind}`), choices }));
}

function hitChoice(hit: Hit, words: string, context: ActionContext): Choice {
  const { kind } = hit;
  const id = pageId(hit.path);
  return {
    id: `${kind}:${id}`,
    label: hit.title,
    marks: marksIn(words, hit.title),
    // A run's detail is a status word and an artifact's a MIME type: not for reading.
    detail: kind === "run" || kind === "artifact" ? undefined : hit.detail,
    time: hit.ts ?? undefined,
    icon: KINDS[kind],
    score: 0,
    recent: { id, title: hit.title, detail: kind === "message" ? hit.detail : undefined, path: hit.path },
    choose: () => context.navigate(hit.path),
    toChat: toChat(hit),
  };
}

/** Things that can go into the chat: an artifact is attached, an agent asked, a tool wished for. */
function toChat(hit: Hit): (() => void) | undefined {
  const composer = useComposer.getState();
  const id = hit.ref.slice(hit.ref.indexOf(":") + 1);
  switch (hit.kind) {
    case "artifact":
      return () => composer.bring({ ref: hit.ref, title: hit.title, mime: null, size: null });
    case "agent":
      return () => composer.begin({ agent: id });
    case "project":
      return () => composer.begin({ project: id });
    case "capability":
      return () => composer.fill(hit.title);
    default:
      return undefined;
  }
}

/** Recent choices and openings that still make sense, the latest first. */
export function recentChoices(kept: readonly Recent[], actions: readonly Choice[], context: ActionContext): readonly Choice[] {
  // The tabs of a thing have its name: the latest stands for them all.
  const latest = kept.filter((recent, place) => recent.title === undefined || place === kept.findIndex((other) => isSamePlace(recent, other)));
  return latest.flatMap((recent): Choice[] => {
    const action = actions.find((choice) => choice.id === recent.id);
    if (action !== undefined) return [action];
    const { path, title } = recent;
    if (path === undefined || title === undefined || thingAt(path) === thingAt(location.pathname)) return [];
    const icon = path.startsWith("/?chat=") ? MessageSquare : screenAt(path)?.icon;
    if (icon === undefined) return [];
    const choice = { id: recent.id, label: title, marks: [], detail: recent.detail, icon, score: 0, recent };
    return [{ ...choice, choose: () => context.navigate(path) }];
  });
}

/** Whether two recent pages are one thing: of the same name, one address inside the other or beside it. */
function isSamePlace(one: Recent, other: Recent): boolean {
  return one.title === other.title && thingAt(one.path) === thingAt(other.path);
}

/** The address of a thing without its tab: `/projects/home/memory` is `/projects/home`. */
function thingAt(path: string | undefined): string | undefined {
  return path?.startsWith("/?") ? path : path?.split("/").slice(0, 3).join("/");
}
