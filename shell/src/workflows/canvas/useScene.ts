import { applyNodeChanges, type Edge, type NodeChange, type NodePositionChange, useStoreApi } from "@xyflow/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { graphOf, type Point } from "@/flow";
import { useLift } from "./lift";
import { edgesOf, type FlowNode, nodesOf, noteOf, settle } from "./scene";
import { useEditor, useEditorStore } from "./useEditor";

export interface SceneView {
  readonly nodes: FlowNode[];
  readonly edges: Edge[];
  readonly onNodesChange: (changes: NodeChange<FlowNode>[]) => void;
}

/** Nodes beyond the edge of the view are not in the page: what is dragged so far with it is placed, for its wires to stay. */
const FAR = 400;

/** The draft as nodes and wires. While something is dragged only its own node moves; the draft follows at the end. */
export function useScene(): SceneView {
  const store = useEditorStore();
  const flow = useStoreApi<FlowNode>();
  const lift = useLift();
  const draft = useEditor((editor) => editor.draft);
  const inside = useEditor((editor) => editor.inside);
  const selected = useEditor((editor) => editor.selected);
  const wires = useEditor((editor) => editor.wires);
  const [nodes, setNodes] = useState(() => nodesOf(draft, inside, selected, new Map()));
  const kept = useRef<ReadonlyMap<string, FlowNode>>(byId(nodes));
  /** Where the view was when the dragged nodes were placed last; nothing when nothing is dragged. */
  const view = useRef<Point | null>(null);
  useEffect(() => {
    const next = nodesOf(draft, inside, selected, kept.current);
    kept.current = byId(next);
    setNodes(next);
  }, [draft, inside, selected]);
  // Put down, the nodes stand by now where they were dragged to.
  useEffect(() => {
    if (view.current === null) lift.clear();
    else lift.redraw();
  }, [nodes, lift]);
  const graph = graphOf(draft, inside);
  const edges = useMemo(() => edgesOf(graph, inside, wires), [graph, inside, wires]);

  const drop = useCallback(
    (positions: ReadonlyMap<string, Point>) => {
      const { draft: now, inside: where, edit } = store.getState();
      const moved: Record<string, Point> = Object.fromEntries([...positions].filter(([id]) => noteOf(id) === null));
      const notes = (now.canvas?.notes ?? []).flatMap((note) => {
        const at = positions.get(`note:${note.id}`);
        return at === undefined ? [] : [{ type: "setNote" as const, note: { ...note, at } }];
      });
      return edit([...(Object.keys(moved).length > 0 ? [settle(now, where, moved)] : []), ...notes]);
    },
    [store],
  );

  /** The first move marks the nodes as dragged; then they are lifted, and placed again only when the view goes far with them. */
  const drag = useCallback(
    (moves: readonly NodePositionChange[]) => {
      const places = moves.flatMap(({ id, position }) => (position === undefined ? [] : [[id, position] as const]));
      const { transform, domNode, nodeLookup } = flow.getState();
      const isOver = moves.some(({ dragging }) => dragging === false);
      const [x, y] = transform;
      const isFar = view.current === null || Math.hypot(view.current.x - x, view.current.y - y) > FAR;
      if (isOver) view.current = null;
      else if (isFar) view.current = { x, y };
      const isKept = isOver && drop(new Map(places.map(([id, at]) => [id, round(at)])));
      if (isOver ? !isKept : isFar) setNodes((before) => applyNodeChanges([...moves], before));
      if (!isOver) lift.move(places);
      if (isOver || moves.length > 1) carryFrame(domNode, isOver ? null : wayTo(places[0], nodeLookup));
    },
    [flow, lift, drop],
  );

  const onNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      const chosen = changes.filter((change) => change.type === "select");
      if (chosen.length > 0) {
        const next = new Set(store.getState().selected);
        for (const { id, selected: isSelected } of chosen) {
          if (isSelected) next.add(id);
          else next.delete(id);
        }
        store.getState().select(next, store.getState().wires);
      }
      const moves = changes.filter((change) => change.type === "position");
      const isDragged = moves.some(({ dragging }) => dragging !== undefined);
      if (isDragged) drag(moves);
      const others = changes.filter(({ type }) => type === "dimensions" || (type === "position" && !isDragged));
      if (others.length > 0) setNodes((before) => applyNodeChanges(others, before));
    },
    [store, drag],
  );
  return { nodes, edges, onNodesChange };
}

const byId = (nodes: readonly FlowNode[]): ReadonlyMap<string, FlowNode> => new Map(nodes.map((node) => [node.id, node]));

const round = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) });

type Lookup = ReadonlyMap<string, { readonly internals: { readonly positionAbsolute: Point } }>;

function wayTo(place: readonly [string, Point] | undefined, drawn: Lookup): Point | null {
  const from = place && drawn.get(place[0])?.internals.positionAbsolute;
  return from === undefined || place === undefined ? null : { x: place[1].x - from.x, y: place[1].y - from.y };
}

/** The frame around several chosen nodes goes along with them. */
function carryFrame(board: HTMLElement | null, by: Point | null): void {
  const frame = board?.querySelector<HTMLElement>(".react-flow__nodesselection-rect");
  if (frame) frame.style.translate = by === null ? "" : `${by.x}px ${by.y}px`;
}
