import "@xyflow/react/dist/base.css";
import "./graph.css";

import { MiniMap, type Node, type NodeTypes, ReactFlow, ReactFlowProvider, useReactFlow, useStore } from "@xyflow/react";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from "react";

import type { StepView } from "@/api";
import { useT } from "@/i18n";
import { stepDotOf, type Steps } from "@/runs";
import { useTheme } from "@/state";
import { classes } from "@/ui";
import { ZoomButtons } from "./ZoomButtons";
import { isLarge, lookAt } from "./fit";
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
  const { setViewport } = useReactFlow();
  const dark = useTheme((theme) => theme.dark);
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const [looked, setLooked] = useState(false);
  const look = useCallback(() => void setViewport(lookAt(scene, { width, height })), [scene, width, height, setViewport]);
  // What is opened or closed changes the picture's size, and that of its frame: all of it comes in sight again.
  useEffect(() => {
    if (width === 0) return;
    const frame = requestAnimationFrame(() => {
      look();
      setLooked(true);
    });
    return () => cancelAnimationFrame(frame);
  }, [look, width]);
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
      <div role="group" aria-label={t("runs.graph.label")} onKeyDown={keys} className={classes("size-full", !looked && "opacity-0")}>
        <ReactFlow<Node>
          nodes={nodes}
          edges={[]}
          nodeTypes={TYPES}
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
          <ZoomButtons onFit={look} />
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
