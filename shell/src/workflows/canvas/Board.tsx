import "@xyflow/react/dist/base.css";
import "./canvas.css";

import {
  Background,
  BackgroundVariant,
  type Connection,
  ConnectionMode,
  type EdgeTypes,
  type IsValidConnection,
  MiniMap,
  type NodeTypes,
  ReactFlow,
  SelectionMode,
} from "@xyflow/react";
import { type ReactNode, useCallback, useMemo } from "react";

import { stepOf } from "@/flow";
import { useT } from "@/i18n";
import { useTheme } from "@/state";
import { useMedia } from "@/ui";
import type { Editor } from "./editor";
import { fitOf, MANY } from "./fit";
import { EndNode } from "./nodes/EndNode";
import { BLOCKS } from "./nodes/looks";
import { NoteNode } from "./nodes/NoteNode";
import { StepNode } from "./nodes/StepNode";
import { DRAGGED } from "./palette/entries";
import { type FlowNode, isEnd } from "./scene";
import { useConnections } from "./useConnections";
import { useEditor, useEditorStore } from "./useEditor";
import { useScene } from "./useScene";
import { Wire } from "./Wire";

const NODES: NodeTypes = { step: StepNode, end: EndNode, note: NoteNode };
const EDGES: EdgeTypes = { wire: Wire };
/** From here on a small map is of use. */
const MAPPED = 12;

interface BoardProps {
  readonly onMenu: (node: string | null, at: { readonly x: number; readonly y: number }) => void;
  readonly onDropped: (entry: string, at: { readonly x: number; readonly y: number }) => void;
  readonly children: ReactNode;
}

/** The picture itself: nodes, wires, and what one does to them with a mouse or a finger. */
export function Board({ onMenu, onDropped, children }: BoardProps) {
  const t = useT();
  const store = useEditorStore();
  const { nodes, edges, onNodesChange, onDragStop } = useScene();
  const { connect, isRefused } = useConnections();
  const dark = useTheme((theme) => theme.dark);
  const isFixed = useEditor((editor) => editor.isFixed);
  const touch = useMedia("(pointer: coarse)");
  const isValid = useCallback<IsValidConnection>(({ source, target }) => !isRefused(source, target), [isRefused]);
  const isMany = nodes.length > MANY;
  const options = useMemo(() => fitOf(isMany ? MANY + 1 : 0), [isMany]);
  return (
    <ReactFlow<FlowNode>
      nodes={nodes}
      edges={edges}
      nodeTypes={NODES}
      edgeTypes={EDGES}
      onNodesChange={onNodesChange}
      onNodeDragStop={(_, __, moved) => onDragStop(moved)}
      onSelectionDragStop={(_, moved) => onDragStop(moved)}
      onNodeClick={(event, { id }) => {
        store.getState().go(id);
        if (!event.shiftKey && !event.metaKey && !event.ctrlKey) store.getState().show(id);
      }}
      onNodeDoubleClick={(_, { id }) => openInside(store.getState(), id)}
      onEdgeClick={(event, { id, selectable }) => {
        if (selectable === false) return;
        const { selected, wires, select } = store.getState();
        if (event.shiftKey) select(selected, [...wires, id]);
        else select([], [id]);
      }}
      onPaneClick={() => {
        store.getState().select([]);
        store.getState().show(null);
      }}
      onConnect={({ source, target }: Connection) => connect(source, target)}
      onConnectEnd={(_, { fromNode, toNode, fromHandle, isValid: isFine }) => {
        if (fromNode === null || toNode === null || isFine) return;
        const [from, to] = fromHandle?.type === "target" ? [toNode.id, fromNode.id] : [fromNode.id, toNode.id];
        connect(from, to);
      }}
      isValidConnection={isValid}
      onNodeContextMenu={(event, { id }) => {
        event.preventDefault();
        onMenu(id, { x: event.clientX, y: event.clientY });
      }}
      onPaneContextMenu={(event) => {
        event.preventDefault();
        onMenu(null, { x: event.clientX, y: event.clientY });
      }}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={(event) => {
        const entry = event.dataTransfer.getData(DRAGGED);
        if (entry === "") return;
        event.preventDefault();
        onDropped(entry, { x: event.clientX, y: event.clientY });
      }}
      colorMode={dark ? "dark" : "light"}
      connectionMode={ConnectionMode.Loose}
      connectionRadius={28}
      selectionMode={SelectionMode.Partial}
      selectionOnDrag={!touch}
      panOnDrag={touch ? true : [1, 2]}
      panOnScroll={!touch}
      panActivationKeyCode="Space"
      multiSelectionKeyCode={["Shift", "Meta", "Control"]}
      selectionKeyCode="Shift"
      deleteKeyCode={null}
      nodesFocusable={false}
      edgesFocusable={false}
      nodesDraggable={!isFixed}
      nodesConnectable={!isFixed}
      disableKeyboardA11y
      zoomOnDoubleClick={false}
      minZoom={0.05}
      maxZoom={2}
      snapToGrid
      snapGrid={[4, 4]}
      onlyRenderVisibleElements={isMany}
      fitView
      fitViewOptions={options}
    >
      <Background variant={BackgroundVariant.Dots} gap={20} size={1} />
      {nodes.length > MAPPED && (
        <MiniMap<FlowNode>
          pannable
          zoomable
          ariaLabel={t("canvas.map")}
          nodeBorderRadius={8}
          nodeClassName={blockOf}
          className="max-sm:hidden"
        />
      )}
      {children}
    </ReactFlow>
  );
}

/** The colour of a node on the map. One function for all renders, so that the map draws only what changed. */
const blockOf = ({ id, data }: FlowNode): string => (isEnd(id) ? BLOCKS.output : BLOCKS[data.kind]);

function openInside({ draft, enter }: Editor, place: string): void {
  if (stepOf(draft, place)?.graph) enter(place);
}
