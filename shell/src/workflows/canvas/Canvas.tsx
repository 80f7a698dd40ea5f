import { Panel, ReactFlowProvider, useReactFlow } from "@xyflow/react";
import { Plus } from "lucide-react";
import { type ReactNode, useCallback, useRef, useState } from "react";

import { graphOf } from "@/flow";
import { useT } from "@/i18n";
import { Button } from "@/ui";
import { Board } from "./Board";
import type { EditorStore } from "./editor";
import { onWire } from "./insert";
import { LiftContext, makeLift } from "./lift";
import { NODE } from "./nodes/looks";
import { PalettePanel } from "./palette/PalettePanel";
import { useEntries } from "./palette/useEntries";
import { NodePanel } from "./panel/NodePanel";
import { CanvasTools } from "./parts/CanvasTools";
import { ConnectDialog } from "./parts/ConnectDialog";
import { FindBar } from "./parts/FindBar";
import { InsideTrail } from "./parts/InsideTrail";
import { type MenuPlace, NodeMenu } from "./parts/NodeMenu";
import { ZoomButtons } from "./parts/ZoomButtons";
import type { ScreenPoint } from "./useBoardEvents";
import { useCanvasKeys } from "./useCanvasKeys";
import { useClipboard } from "./useClipboard";
import { useCommands } from "./useCommands";
import { EditorContext, useEditor } from "./useEditor";
import { useFirstStop } from "./useFirstStop";
import { useInSight, useInsideInSight } from "./useInSight";
import { useLongPress } from "./useLongPress";
import { type LastRun, LastRunContext, NO_RUN } from "./words/lastRun";
import { NamesContext, useReadNames } from "./words/names";
import { type StepTools, StepToolsContext } from "./words/stepTools";

export interface CanvasProps {
  readonly store: EditorStore;
  /** What stands above the picture, at its right. */
  readonly aside?: ReactNode;
  /** What stands below the picture. */
  readonly below?: ReactNode;
  /** What it was given and what it made when it ran last. */
  readonly lastRun?: LastRun;
  /** What can be done with the step whose panel is open. */
  readonly stepTools?: StepTools;
  readonly onRun?: (wish: { readonly start_at?: string; readonly only?: string }) => void;
}

const NO_TOOLS: StepTools = () => null;

/** A graph as a picture one edits: with a mouse, with fingers, or with the keyboard alone. */
export function Canvas(props: CanvasProps) {
  const names = useReadNames();
  const [lift] = useState(makeLift);
  return (
    <EditorContext value={props.store}>
      <NamesContext value={names}>
        <LastRunContext value={props.lastRun ?? NO_RUN}>
          <StepToolsContext value={props.stepTools ?? NO_TOOLS}>
            <LiftContext value={lift}>
              <ReactFlowProvider>
                <Inner {...props} />
              </ReactFlowProvider>
            </LiftContext>
          </StepToolsContext>
        </LastRunContext>
      </NamesContext>
    </EditorContext>
  );
}

function Inner({ store, aside, below, onRun }: CanvasProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const entries = useEntries();
  const commands = useCommands();
  const { screenToFlowPosition } = useReactFlow();
  const isFixed = useEditor((editor) => editor.isFixed);
  const adding = useEditor((editor) => editor.adding);
  const offer = useEditor((editor) => editor.offer);
  const isEmpty = useEditor(({ draft, inside }) => (graphOf(draft, inside)?.nodes.length ?? 0) === 0 && (draft.canvas?.notes.length ?? 0) === 0);
  const [isFinding, find] = useState(false);
  const [connecting, connect] = useState<string | null>(null);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const clipboard = useClipboard();
  useFirstStop();
  useInSight(box);
  useInsideInSight();
  const back = () => box.current?.querySelector<HTMLElement>("[data-node][tabindex='0']")?.focus({ preventScroll: true });
  const openMenu = useCallback(
    (node: string | null, at: ScreenPoint) => {
      const { selected, select, go } = store.getState();
      if (node !== null) {
        go(node);
        if (!selected.has(node)) select([node]);
      }
      setMenu({ node, ...at });
    },
    [store],
  );
  const dropped = useCallback(
    (id: string, point: ScreenPoint, wire: string | null) => {
      const entry = entries.find((each) => each.id === id);
      const { x, y } = screenToFlowPosition(point);
      // On a wire there is seldom room for one more just where the pointer is.
      const spot = wire === null ? {} : onWire(wire);
      if (entry !== undefined) commands.add(entry, spot.before ? spot : { at: { x: x - NODE.width / 2, y: y - NODE.height / 2 } });
    },
    [entries, commands, screenToFlowPosition],
  );
  const press = useCanvasKeys(commands, {
    palette: () => offer({}),
    find: () => find(true),
    connect: (from) => !isFixed && connect(from),
    duplicate: clipboard.duplicate,
    menu: (node) => {
      const rect = box.current?.querySelector(`[data-node="${CSS.escape(node)}"]`)?.getBoundingClientRect();
      openMenu(node, { x: rect?.left ?? 0, y: rect?.bottom ?? 0 });
    },
  });
  const held = useLongPress(openMenu);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 overflow-hidden rounded-lg border border-line bg-canvas">
      {/* It takes the focus of a click beside everything, on a wire or around several steps: so that keys hold there too. */}
      <div ref={box} role="group" tabIndex={-1} aria-label={t("canvas.label")} aria-describedby="canvas-keys" onKeyDown={press} {...clipboard.events} {...held} className="canvas @container relative outline-none flex min-w-0 flex-1 flex-col">
        <p id="canvas-keys" className="sr-only">
          {t("canvas.keys")}
        </p>
        <div className="relative min-h-0 flex-1">
          <Board onMenu={openMenu} onDropped={dropped}>
            <Panel position="top-left" className="z-10! flex max-h-[calc(100%-30px)] flex-col items-start gap-2 max-sm:right-0">
              <CanvasTools commands={commands} onPalette={() => offer(adding === null ? {} : null)} onFind={() => find(true)} />
              <InsideTrail />
              {isFinding && (
                <FindBar
                  onReveal={commands.reveal}
                  onClose={() => {
                    find(false);
                    back();
                  }}
                />
              )}
              {adding !== null && (
                <PalettePanel
                  key={JSON.stringify(adding)}
                  onAdd={(entry) => {
                    offer(null);
                    commands.add(entry, adding);
                  }}
                  onClose={() => {
                    offer(null);
                    back();
                  }}
                />
              )}
            </Panel>
            {aside && (
              <Panel position="top-right" className="max-sm:top-auto! max-sm:bottom-6!">
                {aside}
              </Panel>
            )}
            {isEmpty && adding === null && !isFixed && (
              <Panel position="bottom-center" className="bottom-1/4!">
                <Button icon={Plus} onClick={() => offer({})}>
                  {t("canvas.first")}
                </Button>
              </Panel>
            )}
            <ZoomButtons onFit={commands.fit} />
          </Board>
        </div>
        {below}
      </div>
      <NodePanel />
      {connecting !== null && <ConnectDialog from={connecting} onClose={() => connect(null)} />}
      {menu !== null && (
        <NodeMenu
          place={menu}
          onClose={() => setMenu(null)}
          onAdd={() => offer({})}
          onConnect={connect}
          onCopy={clipboard.copy}
          onDuplicate={clipboard.duplicate}
          onRemove={commands.remove}
          onToggle={commands.toggle}
          onRun={onRun}
        />
      )}
    </div>
  );
}
