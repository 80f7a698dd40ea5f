import type { Connection, FinalConnectionState, Node } from "@xyflow/react";
import { type DragEvent, type MouseEvent, useMemo } from "react";

import { stepOf } from "@/flow";
import type { Editor } from "./editor";
import { DRAGGED } from "./palette/entries";
import { useEditorStore } from "./useEditor";

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

type Connect = (from: string, to: string) => boolean;
type OnMenu = (node: string | null, at: ScreenPoint) => void;
type OnDropped = (entry: string, at: ScreenPoint) => void;

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
      onConnect: ({ source, target }: Connection) => void connect(source, target),
      onConnectEnd: (_: unknown, { fromNode, toNode, fromHandle, isValid }: FinalConnectionState) => {
        if (fromNode === null || toNode === null || isValid) return;
        const [from, to] = fromHandle?.type === "target" ? [toNode.id, fromNode.id] : [fromNode.id, toNode.id];
        connect(from, to);
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
        onDropped(entry, { x: event.clientX, y: event.clientY });
      },
    }),
    [store, connect, onMenu, onDropped],
  );
}

function openInside({ draft, enter }: Editor, place: string): void {
  if (stepOf(draft, place)?.graph) enter(place);
}
