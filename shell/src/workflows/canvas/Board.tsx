import "@xyflow/react/dist/base.css";
import "./canvas.css";

import {
  Background,
  BackgroundVariant,
  ConnectionMode,
  type EdgeTypes,
  type IsValidConnection,
  MiniMap,
  type NodeTypes,
  ReactFlow,
  SelectionMode,
} from "@xyflow/react";
import { type ReactNode, useCallback, useMemo } from "react";

import { NODE_NAMES, STEP_KINDS } from "@/flow";
import { useT } from "@/i18n";
import { useTheme } from "@/state";
import { useMedia } from "@/ui";
import { branchAt } from "./branches";
import { fitOf, MANY } from "./fit";
import { EndNode } from "./nodes/EndNode";
import { BLOCKS } from "./nodes/looks";
import { NoteNode } from "./nodes/NoteNode";
import { StepNode } from "./nodes/StepNode";
import { type FlowNode, isEnd } from "./scene";
import { useConnections } from "./useConnections";
import { type OnDropped, type ScreenPoint, useBoardEvents } from "./useBoardEvents";
import { useEditor } from "./useEditor";
import { useScene } from "./useScene";
import { Wire } from "./Wire";

const NODES: NodeTypes = {
  ...Object.fromEntries(STEP_KINDS.map((kind) => [NODE_NAMES[kind], StepNode])),
  [NODE_NAMES.start]: EndNode,
  [NODE_NAMES.output]: EndNode,
  [NODE_NAMES.note]: NoteNode,
};
const EDGES: EdgeTypes = { wire: Wire };
/** From here on a small map is of use. */
const MAPPED = 12;

interface BoardProps {
  readonly onMenu: (node: string | null, at: ScreenPoint) => void;
  readonly onDropped: OnDropped;
  readonly children: ReactNode;
}

/** The picture itself: nodes, wires, and what one does to them with a mouse or a finger. */
export function Board({ onMenu, onDropped, children }: BoardProps) {
  const t = useT();
  const { nodes, edges, onNodesChange } = useScene();
  const { connect, isRefused } = useConnections();
  const dark = useTheme((theme) => theme.dark);
  const isFixed = useEditor((editor) => editor.isFixed);
  const touch = useMedia("(pointer: coarse)");
  const isValid = useCallback<IsValidConnection>(({ source, target, sourceHandle }) => !isRefused(source, target, branchAt(sourceHandle)), [isRefused]);
  const events = useBoardEvents(connect, onMenu, onDropped);
  const isMany = nodes.length > MANY;
  const options = useMemo(() => fitOf(isMany ? MANY + 1 : 0), [isMany]);
  return (
    <ReactFlow<FlowNode>
      nodes={nodes}
      edges={edges}
      nodeTypes={NODES}
      edgeTypes={EDGES}
      onNodesChange={onNodesChange}
      {...events}
      isValidConnection={isValid}
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
