/** What can be put on a canvas: kinds of steps, capabilities, agents and workflows. Pure. */

import type { Agent, Capability, Workflow } from "@/api";
import { capabilityTitle } from "@/catalog";
import { blankStep, NODE_NAMES, type NodeKind, STEP_KINDS } from "@/flow";
import type { Locale, Translate } from "@/i18n";
import { aboutOf, nameOf } from "@/i18n/personas";
import type { Wish } from "../insert";

/** What is carried from the palette to the canvas. */
export const DRAGGED = "application/x-aule-node";

export type EntryGroup = "kinds" | "capabilities" | "agents" | "workflows";

export interface PaletteEntry {
  readonly id: string;
  readonly group: EntryGroup;
  readonly kind: NodeKind;
  readonly label: string;
  readonly about: string;
  readonly wish: Wish;
  /** Every word it is found by, without capitals and accents. */
  readonly words: string;
}

/** What there is to choose from. */
export interface Stock {
  readonly capabilities: readonly Capability[];
  readonly agents: readonly Agent[];
  readonly workflows: readonly Workflow[];
}

/** Everything that can be added, kinds first. */
export function entriesOf({ capabilities, agents, workflows }: Stock, locale: Locale, t: Translate): readonly PaletteEntry[] {
  const kinds = STEP_KINDS.map((kind) =>
    entry("kinds", kind, kind, t(`canvas.kind.${kind}`), t(`canvas.kind.${kind}.about`), {
      name: t(`canvas.kind.${kind}`),
      step: (id) => blankStep(kind, id),
    }, NODE_NAMES[kind]),
  );
  const note = entry("kinds", "note", "note", t("canvas.kind.note"), t("canvas.kind.note.about"), { note: true });
  return [
    ...kinds,
    note,
    ...capabilities
      .filter(({ internal }) => !internal)
      .map((each) =>
        entry("capabilities", each.name, "call", capabilityTitle(each, locale), each.name, {
          name: each.name.split(".").at(-1) ?? each.name,
          step: (id) => ({ ...blankStep("call", id), title: capabilityTitle(each, locale), call: { capability: each.name, params: {} } }),
        }, Object.values(each.titles).concat(each.aliases).join(" ")),
      ),
    ...agents.map((each) => {
      const name = nameOf(each, t);
      const step = (id: string) => ({ ...blankStep("agent", id), title: name, agent: each.id });
      return entry("agents", each.id, "agent", name, aboutOf(each, t), { name, step }, each.name);
    }),
    ...workflows.map((each) =>
      entry("workflows", each.id, "workflow", each.title, each.description, {
        name: each.id,
        step: (id) => ({ ...blankStep("workflow", id), title: each.title, workflow: each.id }),
      }),
    ),
  ];
}

function entry(group: EntryGroup, id: string, kind: NodeKind, label: string, about: string, wish: Wish, more = ""): PaletteEntry {
  return { id: `${group}:${id}`, group, kind, label, about, wish, words: plain(`${label} ${id} ${about} ${more}`) };
}

const MOST = 60;

/** Entries in which every word is found, those that begin with the first one before others. */
export function found(entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  const first = wanted[0];
  if (first === undefined) return entries.slice(0, MOST);
  const hits = entries.filter(({ words }) => wanted.every((word) => words.includes(word)));
  const begins = ({ label }: PaletteEntry) => (plain(label).startsWith(first) ? 0 : 1);
  return [...hits].sort((a, b) => begins(a) - begins(b)).slice(0, MOST);
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
