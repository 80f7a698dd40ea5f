/** What one canvas is about: the draft, what is selected, and every way to change it. One store a canvas. */

import { createStore, type StoreApi } from "zustand/vanilla";

import { apply, type Draft, type Edit, editsOf, EMPTY_HISTORY, graphOf, type History, record, redo, seal, type Travel, undo } from "@/flow";
import type { Spot } from "./insert";
import type { Looks } from "./looks";

export interface EditorState {
  readonly draft: Draft;
  readonly history: History;
  /** The step whose own graph is shown; none means the whole. */
  readonly inside: string | null;
  readonly selected: ReadonlySet<string>;
  readonly wires: ReadonlySet<string>;
  /** The node the keyboard is at. */
  readonly current: string | null;
  /** Whether the keyboard moved there, so that the node takes the focus. */
  readonly walked: boolean;
  /** The node whose panel is open. */
  readonly open: string | null;
  /** Where what is chosen from the open palette goes; nothing while it is closed. */
  readonly adding: Spot | null;
  /** Whether nothing can be changed here. */
  readonly isFixed: boolean;
  /** Findings, runs and comparisons as they are drawn on nodes. */
  readonly looks: Looks;
}

export interface EditorActions {
  /** Do edits; those of one group in a row are undone at once. Returns whether anything was done. */
  readonly edit: (edits: readonly Edit[], group?: string) => boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Take another draft for this one; that can be undone. */
  readonly replace: (draft: Draft) => void;
  /** Begin again with another draft. */
  readonly reset: (draft: Draft) => void;
  readonly select: (nodes: Iterable<string>, wires?: Iterable<string>) => void;
  readonly go: (node: string | null, walked?: boolean) => void;
  readonly show: (node: string | null) => void;
  /** Open the palette for a spot, or close it. */
  readonly offer: (adding: Spot | null) => void;
  readonly enter: (inside: string | null) => void;
  readonly look: (looks: Partial<Looks>) => void;
}

export type Editor = EditorState & EditorActions;
export type EditorStore = StoreApi<Editor>;

const NONE: ReadonlySet<string> = new Set();

/** Whether a change may be made; whoever says no tells the person why. */
export type Guard = (before: Draft, after: Draft) => boolean;

/** A canvas for this draft; with the history of an earlier one, when it goes on where that ended. With a guard, only what it lets through is changed. */
export function makeEditor(draft: Draft, looks: Looks, isFixed = false, history = EMPTY_HISTORY, guard: Guard = () => true): EditorStore {
  return createStore<Editor>((set, get) => {
    const put = (edits: readonly Edit[], group: string | null): boolean => {
      const { draft: before, history } = get();
      const done = apply(before, edits);
      if (done.draft === before || done.refused.length === edits.length || !guard(before, done.draft)) return false;
      set({ draft: done.draft, history: record(history, done, group) });
      set(stillThere(done.draft, get()));
      return true;
    };
    const travel = (to: Travel | null) => {
      if (to === null) return;
      set({ draft: to.draft, history: to.history });
      set(stillThere(to.draft, get()));
    };
    return {
      draft,
      history,
      inside: null,
      selected: NONE,
      wires: NONE,
      current: null,
      walked: false,
      open: null,
      adding: null,
      isFixed,
      looks,
      edit: (edits, group) => !get().isFixed && edits.length > 0 && put(edits, group ?? null),
      undo: () => travel(undo(get().history, get().draft)),
      redo: () => travel(redo(get().history, get().draft)),
      replace: (next) => put(editsOf(get().draft, next), null),
      reset: (next) => set({ draft: next, history: EMPTY_HISTORY, ...stillThere(next, get()) }),
      select: (nodes, wires = []) => set({ selected: new Set(nodes), wires: new Set(wires), history: seal(get().history) }),
      go: (current, walked = false) => set({ current, walked }),
      show: (open) => set({ open, history: seal(get().history) }),
      offer: (adding) => !get().isFixed && set({ adding }),
      enter: (inside) => set({ adding: null, inside, selected: NONE, wires: NONE, current: null, open: null }),
      look: (part) => set(({ looks: before }) => ({ looks: { ...before, ...part } })),
    };
  });
}

/** What is still true of the look around after another draft came: nothing that is gone is selected or open. */
function stillThere(draft: Draft, { inside, selected, open, current }: EditorState): Partial<EditorState> {
  const shown = inside !== null && graphOf(draft, inside) === null ? null : inside;
  const graph = graphOf(draft, shown);
  const names = new Set(graph?.nodes.map(({ id }) => (shown === null ? id : `${shown}/${id}`)));
  const isThere = (node: string) => names.has(node) || /(^|\/)_(inputs|output)$/.test(node) || (draft.canvas?.notes ?? []).some(({ id }) => node === `note:${id}`);
  const left = [...selected].filter(isThere);
  return {
    inside: shown,
    selected: left.length === selected.size ? selected : new Set(left),
    open: open !== null && isThere(open) ? open : null,
    current: current !== null && isThere(current) ? current : null,
  };
}
