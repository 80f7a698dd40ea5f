import { useReactFlow } from "@xyflow/react";
import { useMemo } from "react";

import { align, distribute, type Draft, type Edit, graphOf, INPUTS, placeOf, type Point, type Side, splitPlace, stepOf, switched, tidy } from "@/flow";
import { useT } from "@/i18n";
import { announce } from "@/state";
import { isFork, leaveBranches, nextBranch, setBranch } from "./branches";
import { ALL, fitOf } from "./fit";
import type { Editor } from "./editor";
import { insert, onWire, type Spot } from "./insert";
import type { PaletteEntry } from "./palette/entries";
import { isStep, noteOf, placesIn, sizesIn } from "./scene";
import { useEditorStore } from "./useEditor";

export interface Commands {
  /** Add to a spot; without one between the ends of the chosen wire, or after the chosen step. */
  readonly add: (entry: PaletteEntry, spot?: Spot) => void;
  readonly remove: () => void;
  /** Switch steps off, or on again where all of them are off; without a step those that are chosen. */
  readonly toggle: (node?: string) => void;
  readonly tidy: () => void;
  readonly align: (side: Side) => void;
  readonly distribute: (way: "across" | "down") => void;
  readonly selectAll: () => void;
  readonly nudge: (by: Point) => void;
  readonly fit: () => void;
  /** Bring a node into sight and select it. */
  readonly reveal: (node: string) => void;
}

/** What one can do on a canvas, whichever way one does it. */
export function useCommands(): Commands {
  const t = useT();
  const store = useEditorStore();
  const { setCenter, fitView, getZoom } = useReactFlow();
  return useMemo(() => {
    const reveal = (node: string) => {
      const { draft, select, go, enter } = store.getState();
      // What stands in a graph inside is shown there.
      const wanted = noteOf(node) === null ? splitPlace(node).inside : null;
      if (wanted !== store.getState().inside) enter(wanted);
      const { inside } = store.getState();
      const at = placesIn(draft, inside)[node] ?? draft.canvas?.notes.find(({ id }) => `note:${id}` === node)?.at;
      select([node]);
      go(node, true);
      if (at !== undefined) void setCenter(at.x + 104, at.y + 29, { zoom: Math.max(getZoom(), 0.7) });
    };
    return {
      reveal,
      add: (entry, spot = {}) => {
        const { draft, inside, edit, select, go, show } = store.getState();
        const { edits, node } = insert(draft, inside, entry.wish, Object.keys(spot).length > 0 ? spot : chosenSpot(store.getState()));
        if (!edit(edits)) return;
        announce(t("canvas.added", { name: entry.label }));
        select([node]);
        go(node, true);
        show(node);
      },
      remove: () => {
        const { draft, selected, wires, edit, current } = store.getState();
        const gone = selected.size === 0 && wires.size === 0 && current !== null ? [current] : [...selected];
        const edits = removals(draft, gone, wires);
        if (edit(edits)) announce(t("canvas.removed", { count: gone.length + wires.size }));
      },
      toggle: (node) => {
        const { draft, selected, current, edit } = store.getState();
        const steps = node !== undefined && !selected.has(node) ? [node] : selected.size > 0 ? [...selected] : current === null ? [] : [current];
        const edits = switched(draft, steps.filter(isStep));
        if (!edit(edits)) return;
        const isOff = edits.some((each) => each.type === "changeStep" && each.fields.disabled === true);
        announce(t(isOff ? "canvas.switched.off" : "canvas.switched.on", { count: edits.length }));
      },
      tidy: () => {
        const { draft, inside, edit } = store.getState();
        edit(tidy(draft, { inside, sizes: sizesIn(draft, inside) }));
        requestAnimationFrame(() => void fitView(fitOf(draft.graph.nodes.length)));
      },
      align: (side) => store.getState().edit([arranged(store.getState(), (...all) => align(...all, side))]),
      distribute: (way) => store.getState().edit([arranged(store.getState(), (...all) => distribute(...all, way))]),
      selectAll: () => {
        const { draft, inside, select } = store.getState();
        const steps = graphOf(draft, inside)?.nodes.map(({ id }) => placeOf(inside, id)) ?? [];
        select([...steps, ...(inside === null ? (draft.canvas?.notes ?? []).map(({ id }) => `note:${id}`) : [])]);
      },
      nudge: ({ x, y }) => {
        const { draft, inside, selected, current, edit } = store.getState();
        const nodes = selected.size > 0 ? [...selected] : [current ?? placeOf(inside, INPUTS)];
        const places = placesIn(draft, inside);
        const positions = Object.fromEntries(nodes.flatMap((node) => (places[node] === undefined ? [] : [[node, { x: places[node].x + x, y: places[node].y + y }]])));
        edit([{ type: "move", positions }], "nudge");
      },
      fit: () => void fitView(ALL),
    };
  }, [store, t, setCenter, fitView, getZoom]);
}

function chosenSpot({ draft, selected, wires, current }: Editor): Spot {
  const [wire] = wires;
  if (wire !== undefined && wires.size === 1 && selected.size === 0) return onWire(wire);
  const after = [...selected].filter(isStep).at(-1) ?? (current !== null && isStep(current) ? current : null);
  return { after, branch: after === null ? null : nextBranch(draft, after) };
}

/** The edits that remove nodes and wires; a wire of a node that goes needs none of its own. */
function removals(draft: Draft, nodes: readonly string[], wires: ReadonlySet<string>): Edit[] {
  const edits: Edit[] = [];
  for (const wire of wires) {
    const [from = "", to = ""] = wire.split("→");
    edits.push({ type: "disconnect", from, to });
    if (isFork(stepOf(draft, from))) edits.push(...setBranch(draft, from, to, null));
  }
  for (const node of nodes) {
    const note = noteOf(node);
    if (note !== null) edits.push({ type: "removeNote", id: note });
    else if (isStep(node)) edits.push(...leaveBranches(draft, node), { type: "removeStep", id: node });
  }
  return edits;
}

type Arrange = (positions: Readonly<Record<string, Point>>, sizes: ReturnType<typeof sizesIn>, ids: readonly string[]) => Record<string, Point>;

function arranged({ draft, inside, selected }: Editor, arrange: Arrange): Edit {
  const places = placesIn(draft, inside);
  return { type: "move", positions: { ...places, ...arrange(places, sizesIn(draft, inside), [...selected].filter((node) => noteOf(node) === null)) } };
}
