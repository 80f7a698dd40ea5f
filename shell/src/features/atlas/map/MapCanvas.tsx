import "@xyflow/react/dist/base.css";
import "./map.css";

import { MiniMap, type Node, type NodeTypes, ReactFlow, ReactFlowProvider, useReactFlow, useStore } from "@xyflow/react";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";

import type { AtlasLink, AtlasNode } from "@/api";
import { useT } from "@/i18n";
import { useTheme } from "@/state";
import { classes } from "@/ui";
import { opens } from "./folding";
import { lookAt } from "./look";
import { MapBox } from "./MapBox";
import { MapContext } from "./useMap";
import { MapWires } from "./MapWires";
import { MapZoom } from "./MapZoom";
import { BOX, isWay, tidyTree, walkTo } from "./tidy";

const TYPES: NodeTypes = { item: MapBox };
/** From here on a small map is of use. */
const MANY = 48;

export interface MapCanvasProps {
  /** Those in sight. */
  readonly nodes: readonly AtlasNode[];
  readonly links: readonly AtlasLink[];
  readonly isFolded: (node: AtlasNode) => boolean;
  readonly onOpen: (node: AtlasNode) => void;
  readonly onToggle: (node: AtlasNode) => void;
}

/** The map as a picture one can move around in. */
export function MapCanvas(props: MapCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({ nodes, links, isFolded, onOpen, onToggle }: MapCanvasProps) {
  const t = useT();
  const dark = useTheme((theme) => theme.dark);
  const { setViewport, setCenter, getZoom } = useReactFlow();
  const [width, height] = [useStore((store) => store.width), useStore((store) => store.height)];
  const picture = useMemo(() => tidyTree(nodes), [nodes]);
  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes]);
  const [at, setAt] = useState<{ readonly id: string; readonly walked: boolean }>();
  const current = at !== undefined && byId.has(at.id) ? at.id : picture.spots[0]?.id;
  const looked = useRef(false);
  const look = useCallback(
    (soft: boolean) => void setViewport(lookAt(picture, { width, height }), soft ? { duration: 220 } : undefined),
    [picture, width, height, setViewport],
  );
  // What is opened or folded changes the picture: all of it comes in sight again, gently after the first time.
  useEffect(() => {
    if (width === 0) return;
    look(looked.current);
    looked.current = true;
  }, [look, width]);
  const flow = useMemo(
    () =>
      picture.spots.map((spot): Node => ({
        id: spot.id,
        type: "item",
        position: { x: spot.x, y: spot.y },
        width: BOX.width,
        height: BOX.height,
        data: { node: byId.get(spot.id), folded: byId.get(spot.id) && isFolded(byId.get(spot.id) as AtlasNode) },
      })),
    [picture, byId, isFolded],
  );
  const press = (event: KeyboardEvent) => {
    const node = byId.get(current ?? "");
    const inside = event.target instanceof HTMLElement && event.target.dataset.node !== undefined;
    if (node === undefined || !inside || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === " " && opens(node)) onToggle(node);
    else if (event.key === "ArrowRight" && opens(node) && isFolded(node)) onToggle(node);
    else if (isWay(event.key)) {
      const next = picture.spots.find(({ id }) => id === walkTo(picture, node.id, event.key as Parameters<typeof walkTo>[2]));
      if (next) {
        setAt({ id: next.id, walked: true });
        void setCenter(next.x + BOX.width / 2, next.y + BOX.height / 2, { zoom: Math.max(getZoom(), 0.7), duration: 120 });
      }
    } else return;
    event.preventDefault();
  };
  const onFocus = useCallback((id: string) => setAt((before) => (before?.id === id ? before : { id, walked: false })), []);
  const hands = { current, walked: at?.walked ?? false, onFocus, onOpen, onToggle };
  return (
    <MapContext value={hands}>
      <div role="group" aria-label={t("atlas.map.label")} onKeyDown={press} className={classes("size-full", width === 0 && "opacity-0")}>
        <ReactFlow<Node>
          nodes={flow}
          edges={[]}
          nodeTypes={TYPES}
          colorMode={dark ? "dark" : "light"}
          minZoom={0.08}
          maxZoom={1.4}
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
          onlyRenderVisibleElements={nodes.length > 120}
        >
          <MapWires picture={picture} nodes={byId} links={links} />
          <MapZoom onFit={() => look(true)} />
          {nodes.length > MANY && (
            <MiniMap pannable zoomable ariaLabel={t("atlas.map.small")} nodeBorderRadius={8} nodeColor={({ id }) => `var(--${MINI[byId.get(id)?.band ?? "none"]})`} className="max-sm:hidden" />
          )}
        </ReactFlow>
      </div>
    </MapContext>
  );
}

const MINI = { excellent: "run", good: "ok", fair: "warn", poor: "bad", none: "active" } as const;
