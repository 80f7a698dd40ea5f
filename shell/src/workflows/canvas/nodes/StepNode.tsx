import { type NodeProps, useStore } from "@xyflow/react";
import { memo } from "react";

import type { StepStatus } from "@/api";
import { isOff as isOffIn } from "@/flow";
import { useT } from "@/i18n";
import { stepDotOf, Ticking } from "@/runs";
import { classes, StatusDot } from "@/ui";
import { isWrong as isWrongIn, lockOf, type Standing } from "../looks";
import type { StepFlowNode } from "../scene";
import { useEditor } from "../useEditor";
import { sizeWords } from "../words/sizes";
import { useStepWords } from "../words/useStepWords";
import { BLOCKS, ICONS, INKS, NODE } from "./looks";
import { Marks } from "./Marks";
import { NodeButton } from "./NodeButton";
import { Ports } from "./Ports";
import { Shape } from "./Shape";

/** Below this small words cannot be read: a node is its shape and its name, written large. */
const FAR = 0.4;

/** Below this no word can be read: a node is a block of colour. */
const FARTHEST = 0.22;

const STANDS: Readonly<Record<StepStatus, string>> = {
  pending: "fill-raised stroke-line-strong",
  ready: "fill-raised stroke-line-strong",
  running: "fill-run-soft stroke-run [stroke-width:2]",
  waiting: "fill-warn-soft stroke-warn [stroke-width:2]",
  unknown: "fill-warn-soft stroke-warn",
  done: "fill-raised stroke-ok",
  failed: "fill-bad-soft stroke-bad [stroke-width:2]",
  skipped: "fill-panel stroke-line-strong [stroke-dasharray:4_3]",
};

const COMPARED: Readonly<Record<Standing, string>> = {
  added: "fill-ok-soft stroke-ok [stroke-width:2]",
  changed: "fill-warn-soft stroke-warn [stroke-width:2]",
  gone: "fill-bad-soft stroke-bad [stroke-dasharray:4_3]",
};

/** One step on the canvas: what it is, what it does, what is wrong with it, and how it stands in a run. */
export const StepNode = memo(function StepNode({ id, data, selected }: NodeProps<StepFlowNode>) {
  const t = useT();
  const isFar = useStore((store) => store.transform[2] < FAR);
  const isNamed = useStore((store) => store.transform[2] >= FARTHEST) && isFar;
  const compared = useEditor(({ looks }) => looks.compared.get(id));
  const view = useEditor(({ looks }) => looks.steps.get(id));
  const isWrong = useEditor(({ looks }) => isWrongIn(looks, id));
  const isOff = useEditor(({ draft }) => isOffIn(draft, id));
  const isFound = useEditor(({ looks }) => looks.found.has(id));
  const isLocked = useEditor(({ looks }) => lockOf(looks, id) !== undefined);
  const words = useStepWords(data.step);
  const Icon = ICONS[data.kind];
  const look = compared ? COMPARED[compared] : view ? STANDS[view.status] : isWrong ? "fill-raised stroke-bad" : isOff ? STANDS.skipped : "fill-raised stroke-line-strong";
  const given = view?.status === "done" ? sizeWords(view.size, t) : null;
  return (
    <NodeButton id={id} label={[t(`canvas.kind.${data.kind}`), words.title, isOff && t("canvas.off"), view && t(`canvas.status.${view.status}`), given, isWrong && t("canvas.wrong"), isLocked && t("canvas.locked")].filter(Boolean).join(", ")}>
      <Shape
        kind={data.kind}
        {...NODE}
        className={classes(isFar && !view && !compared ? BLOCKS[data.kind] : look, selected && "stroke-accent! [stroke-width:2]", isFound && "stroke-lit-line! [stroke-width:3]")}
      />
      {isNamed && <span className="relative line-clamp-2 flex size-full items-center px-4 text-xl/6 font-medium text-fg">{words.title}</span>}
      {!isFar && (
        <span className={classes("relative flex size-full items-center gap-2.5 pr-2 pl-3 text-left", data.kind === "condition" && "px-5")}>
          <span className={classes("flex size-7 shrink-0 items-center justify-center rounded-md", INKS[data.kind])}>
            <Icon aria-hidden className="size-4" />
          </span>
          <span className="flex min-w-0 flex-1 flex-col">
            <span className={classes("truncate text-sm font-medium text-fg", (compared === "gone" || view?.status === "skipped") && "line-through decoration-faint", isOff && "text-muted!")}>{words.title}</span>
            <span className="truncate text-xs text-muted tabular-nums">
              {view?.startedAt ? <Ticking from={view.startedAt} to={view.finishedAt} /> : view?.skipped === "missing_result" ? t("canvas.skipped.missing_result") : words.about}
              {view !== undefined && view.tokens > 0 && ` · ${t("canvas.tokens", { count: view.tokens })}`}
            </span>
          </span>
          <Marks id={id} data={data} />
          {view && <StatusDot status={stepDotOf(view.status)} className="size-3" />}
        </span>
      )}
      <Ports id={id} kind={data.kind} isFar={isFar} isShown={selected} />
    </NodeButton>
  );
});
