import { applyNodeChanges, type Edge, type NodeChange } from "@xyflow/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { graphOf, type Point } from "@/flow";
import { edgesOf, type FlowNode, nodesOf, noteOf, settle } from "./scene";
import { useEditor, useEditorStore } from "./useEditor";

export interface SceneView {
  readonly nodes: FlowNode[];
  readonly edges: Edge[];
  readonly onNodesChange: (changes: NodeChange<FlowNode>[]) => void;
  readonly onDragStop: (moved: readonly FlowNode[]) => void;
}

/** The draft as nodes and wires. While something is dragged only its own node moves; the draft follows at the end. */
export function useScene(): SceneView {
  const store = useEditorStore();
  const draft = useEditor((editor) => editor.draft);
  const inside = useEditor((editor) => editor.inside);
  const selected = useEditor((editor) => editor.selected);
  const wires = useEditor((editor) => editor.wires);
  const kept = useRef<ReadonlyMap<string, FlowNode>>(new Map());
  const [nodes, setNodes] = useState<FlowNode[]>([]);
  useEffect(() => {
    const next = nodesOf(draft, inside, selected, kept.current);
    kept.current = new Map(next.map((node) => [node.id, node]));
    setNodes(next);
  }, [draft, inside, selected]);
  const graph = graphOf(draft, inside);
  const edges = useMemo(() => edgesOf(graph, inside, wires), [graph, inside, wires]);

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
      const moved = changes.filter((change) => change.type === "position" || change.type === "dimensions");
      if (moved.length > 0) setNodes((before) => applyNodeChanges(moved, before));
    },
    [store],
  );

  const onDragStop = useCallback(
    (moved: readonly FlowNode[]) => {
      const { draft: now, inside: where, edit } = store.getState();
      const positions: Record<string, Point> = {};
      for (const { id, position } of moved) if (noteOf(id) === null) positions[id] = round(position);
      const notes = moved.flatMap(({ id, position, data }) =>
        noteOf(id) === null || data.kind !== "note" ? [] : [{ type: "setNote" as const, note: { ...data.note, at: round(position) } }],
      );
      edit([...(Object.keys(positions).length > 0 ? [settle(now, where, positions)] : []), ...notes]);
    },
    [store],
  );
  return { nodes, edges, onNodesChange, onDragStop };
}

const round = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) });
