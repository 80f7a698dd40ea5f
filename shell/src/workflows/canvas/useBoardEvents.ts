import type { Connection, FinalConnectionState, Node } from "@xyflow/react";
import { type DragEvent, type MouseEvent, useMemo } from "react";

import { stepOf } from "@/flow";
import { type Branch, branchAt } from "./branches";
import type { Editor } from "./editor";
import { NODE } from "./nodes/looks";
import { DRAGGED } from "./palette/entries";
import { isStep } from "./scene";
import { useEditorStore } from "./useEditor";

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

type Connect = (from: string, to: string, branch?: Branch | null) => boolean;
type OnMenu = (node: string | null, at: ScreenPoint) => void;
/** Something from the palette was let go at a point, on a wire or beside them. */
export type OnDropped = (entry: string, at: ScreenPoint, wire: string | null) => void;

/** What a mouse or a finger does to the board. The same functions for all renders: else every node and wire is drawn again with it. */
export function useBoardEvents(connect: Connect, onMenu: OnMenu, onDropped: OnDropped) {
  const store = useEditorStore();
  return useMemo(
    () => ({
      onNodeClick: (event: MouseEvent, { id }: Node) => {
        store.getState().go(id);
        if (!event.shiftKey && !event.metaKey && !event.ctrlKey) store.getState().show(id);
      },
      onNodeDoubleClick: (_: MouseEvent, { id }: Node) => openInside(store.getState(), id),
      onEdgeClick: (event: MouseEvent, { id, selectable }: { readonly id: string; readonly selectable?: boolean }) => {
        if (selectable === false) return;
        const { selected, wires, select } = store.getState();
        if (event.shiftKey) select(selected, [...wires, id]);
        else select([], [id]);
      },
      onPaneClick: () => {
        store.getState().select([]);
        store.getState().show(null);
      },
      onConnect: ({ source, target, sourceHandle }: Connection) => void connect(source, target, branchAt(sourceHandle)),
      onConnectEnd: (_: unknown, { fromNode, toNode, fromHandle, toHandle, isValid, to: point }: FinalConnectionState) => {
        // Let go beside everything: what comes after it is chosen and put there.
        if (fromNode !== null && toNode === null && fromHandle?.type === "source" && point !== null && isStep(fromNode.id)) {
          store.getState().offer({ after: fromNode.id, branch: branchAt(fromHandle.id), at: { x: Math.round(point.x), y: Math.round(point.y - NODE.height / 2) } });
        }
        if (fromNode === null || toNode === null || isValid) return;
        const [from, to, port] = fromHandle?.type === "target" ? [toNode.id, fromNode.id, toHandle?.id] : [fromNode.id, toNode.id, fromHandle?.id];
        connect(from, to, branchAt(port));
      },
      onNodeContextMenu: (event: MouseEvent, { id }: Node) => {
        event.preventDefault();
        onMenu(id, { x: event.clientX, y: event.clientY });
      },
      onPaneContextMenu: (event: MouseEvent | globalThis.MouseEvent) => {
        event.preventDefault();
        onMenu(null, { x: event.clientX, y: event.clientY });
      },
      onDragOver: (event: DragEvent) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        const entry = event.dataTransfer.getData(DRAGGED);
        if (entry === "") return;
        event.preventDefault();
        onDropped(entry, { x: event.clientX, y: event.clientY }, wireAt(event.clientX, event.clientY));
      },
    }),
    [store, connect, onMenu, onDropped],
  );
}

function wireAt(x: number, y: number): string | null {
  const wire = document.elementsFromPoint(x, y).map((each) => each.closest<SVGElement>(".react-flow__edge")).find(Boolean);
  return wire?.dataset.id ?? null;
}

function openInside({ draft, enter }: Editor, place: string): void {
  if (stepOf(draft, place)?.graph) enter(place);
}
