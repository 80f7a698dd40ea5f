/** What can be put on a canvas: kinds of steps, capabilities, agents and workflows. Pure. */

import type { Agent, App, Capability, Step, Workflow } from "@/api";
import { appTitle, capabilityTitle, shelves } from "@/catalog";
import { blankStep, kindOf, NODE_NAMES, type NodeKind, STEP_KINDS } from "@/flow";
import { helpOf, type Locale, type Translate } from "@/i18n";
import { aboutOf, nameOf } from "@/i18n/personas";
import type { Wish } from "../insert";

/** What is carried from the palette to the canvas. */
export const DRAGGED = "application/x-aule-node";

export type EntryGroup = "kinds" | "capabilities" | "agents" | "workflows";

export interface PaletteEntry {
  readonly id: string;
  readonly group: EntryGroup;
  /** What stands above those of its kind. */
  readonly heading: string;
  readonly kind: NodeKind;
  readonly label: string;
  readonly about: string;
  readonly wish: Wish;
  /** Every word it is found by, without capitals and accents. */
  readonly words: string;
}

/** What there is to choose from. */
export interface Stock {
  readonly apps: readonly Pick<App, "id" | "name" | "names">[];
  readonly capabilities: readonly Capability[];
  readonly agents: readonly Agent[];
  readonly workflows: readonly Workflow[];
}

/** Everything that can be added: kinds, agents, tools by their app with our own first, workflows. */
export function entriesOf({ apps, capabilities, agents, workflows }: Stock, locale: Locale, t: Translate): readonly PaletteEntry[] {
  const kindHeading = t("canvas.palette.kinds");
  const kinds = STEP_KINDS.map((kind) =>
    entry("kinds", kindHeading, kind, kind, t(`canvas.kind.${kind}`), t(`canvas.kind.${kind}.about`), {
      name: t(`canvas.kind.${kind}`),
      // The id knows no accents; what is read does.
      step: (id) => titled(blankStep(kind, id), t),
    }, NODE_NAMES[kind]),
  );
  const note = entry("kinds", kindHeading, "note", "note", t("canvas.kind.note"), t("canvas.kind.note.about"), { note: true });
  const tools = shelves(capabilities.filter(({ internal }) => !internal), locale).flatMap((shelf) => shelf.capabilities);
  return [
    ...kinds,
    note,
    ...agents.map((each) => {
      const name = nameOf(each, t);
      const step = (id: string) => ({ ...blankStep("agent", id), title: name, agent: each.id });
      return entry("agents", t("canvas.palette.agents"), each.id, "agent", name, aboutOf(each, t), { name, step }, each.name);
    }),
    ...tools.map((each) => {
      const title = capabilityTitle(each, locale);
      const step = (id: string) => ({ ...blankStep("call", id), title, call: { capability: each.name, params: {} } });
      const words = [...Object.values(each.titles), ...each.aliases].join(" ");
      return entry("capabilities", t("canvas.palette.of", { app: appTitle(each.app, apps, locale) }), each.name, "call", title, helpOf(each.description, locale).split("\n")[0] ?? "", { name: each.name.split(".").at(-1) ?? each.name, step }, words);
    }),
    ...workflows.map((each) =>
      entry("workflows", t("canvas.palette.workflows"), each.id, "workflow", each.title, each.description, {
        name: each.id,
        step: (id) => ({ ...blankStep("workflow", id), title: each.title, workflow: each.id }),
      }),
    ),
  ];
}

/** A blank step, and those inside it, by the names of their kinds. */
function titled(step: Step, t: Translate): Step {
  const graph = step.graph && { ...step.graph, nodes: step.graph.nodes.map((each) => titled(each, t)) };
  return { ...step, graph, title: t(`canvas.kind.${kindOf(step)}`) };
}

function entry(group: EntryGroup, heading: string, id: string, kind: NodeKind, label: string, about: string, wish: Wish, more = ""): PaletteEntry {
  return { id: `${group}:${id}`, group, heading, kind, label, about, wish, words: plain(`${label} ${id} ${about} ${more}`) };
}

/** More rows than that nobody looks through without a word to search for. */
const MOST = 300;

/** Entries in which every word is found, those called so before others. */
export function found(entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  const first = wanted[0];
  if (first === undefined) return entries.slice(0, MOST);
  const hits = entries.filter(({ words }) => wanted.every((word) => words.includes(word)));
  // What is called so comes before what only says so of itself.
  const rank = ({ label, id }: PaletteEntry) => {
    const name = plain(`${label} ${id}`);
    return name.startsWith(first) ? 0 : wanted.every((word) => name.includes(word)) ? 1 : 2;
  };
  return [...hits].sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
