import "@xyflow/react/dist/base.css";
import "./graph.css";

import { MiniMap, type Node, type NodeTypes, ReactFlow, ReactFlowProvider, useReactFlow, useStore } from "@xyflow/react";
import { type KeyboardEvent, useEffect, useMemo } from "react";

import type { StepView } from "@/api";
import { useT } from "@/i18n";
import { stepDotOf, type Steps } from "@/runs";
import { useTheme } from "@/state";
import { ZoomButtons } from "./ZoomButtons";
import { fitOf, isLarge } from "./fit";
import type { Scene } from "./scene";
import { StepBox } from "./StepBox";
import { GraphContext } from "./useGraph";
import { useNodes } from "./useNodes";
import { useWalk } from "./useWalk";
import { Wires } from "./Wires";

const TYPES: NodeTypes = { step: StepBox };

const MAP: Readonly<Record<string, string>> = {
  idle: "var(--active)",
  run: "var(--run)",
  wait: "var(--warn)",
  warn: "var(--warn)",
  ok: "var(--ok)",
  bad: "var(--bad)",
  off: "var(--line)",
};

export interface GraphCanvasProps {
  readonly scene: Scene;
  readonly steps: Steps;
  readonly onOpen: (place: string) => void;
  readonly onToggle: (step: StepView) => void;
}

/** The steps as a picture one can move around in; use `GraphView`, which loads it. */
export function GraphCanvas(props: GraphCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({ scene, steps, onOpen, onToggle }: GraphCanvasProps) {
  const t = useT();
  const nodes = useNodes(scene, steps);
  const { current, walked, press, onFocus } = useWalk(scene);
  const { fitView } = useReactFlow();
  const dark = useTheme((theme) => theme.dark);
  const fit = useMemo(() => fitOf(scene), [scene]);
  const size = useStore((store) => `${store.width}×${store.height}`);
  // What is opened or closed changes the picture's size, and that of its frame: all of it comes in sight again.
  useEffect(() => {
    const frame = requestAnimationFrame(() => void fitView(fit));
    return () => cancelAnimationFrame(frame);
  }, [fit, size, fitView]);
  const hands = useMemo(
    () => ({ current, walked, onFocus, onOpen, onToggle }),
    [current, walked, onFocus, onOpen, onToggle],
  );
  const keys = (event: KeyboardEvent) => {
    const step = steps.get(current ?? "");
    if (event.key === " " && step !== undefined && event.target instanceof HTMLElement && event.target.dataset.place !== undefined) {
      event.preventDefault();
      onToggle(step);
    } else press(event);
  };
  return (
    <GraphContext value={hands}>
      <div role="group" aria-label={t("runs.graph.label")} onKeyDown={keys} className="size-full">
        <ReactFlow<Node>
          nodes={nodes}
          edges={[]}
          nodeTypes={TYPES}
          fitView
          fitViewOptions={fit}
          // The frame has a class of this name, and our tokens go by it.
          colorMode={dark ? "dark" : "light"}
          minZoom={0.05}
          maxZoom={1.5}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          zoomOnDoubleClick={false}
          // The page scrolls; the picture zooms with Ctrl and the wheel, a pinch, or its buttons.
          zoomOnScroll={false}
          preventScrolling={false}
          onlyRenderVisibleElements={isLarge(nodes.length / 4)}
        >
          <Wires scene={scene} steps={steps} />
          <ZoomButtons fit={fit} />
          {isLarge(nodes.length) && (
            <MiniMap
              pannable
              zoomable
              ariaLabel={t("runs.graph.map")}
              nodeBorderRadius={8}
              nodeColor={({ id }) => MAP[stepDotOf(steps.get(id)?.status ?? "pending")] ?? ""}
              className="max-sm:hidden"
            />
          )}
        </ReactFlow>
      </div>
    </GraphContext>
  );
}
