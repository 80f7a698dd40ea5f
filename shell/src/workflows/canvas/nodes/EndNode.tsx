import { Handle, type NodeProps, Position, useStore } from "@xyflow/react";
import { memo } from "react";

import { useT } from "@/i18n";
import { classes } from "@/ui";
import type { EndFlowNode } from "../scene";
import { END, ICONS, INKS } from "./looks";
import { NodeButton } from "./NodeButton";
import { Shape } from "./Shape";

/** Where a workflow begins, with what it has to be given; or where it ends, with what it comes to. */
export const EndNode = memo(function EndNode({ id, data: { kind, count }, selected }: NodeProps<EndFlowNode>) {
  const t = useT();
  const isFar = useStore((store) => store.transform[2] < 0.4);
  const Icon = ICONS[kind];
  return (
    <NodeButton id={id} label={t(`canvas.kind.${kind}`)}>
      <Shape kind={kind} {...END} className={classes("fill-raised stroke-line-strong", selected && "stroke-accent! [stroke-width:2]")} />
      {!isFar && (
        <span className="relative flex size-full items-center gap-2 px-2.5">
          <span className={classes("flex size-6 shrink-0 items-center justify-center rounded-full", INKS[kind])}>
            <Icon aria-hidden className="size-3.5" />
          </span>
          <span className="truncate text-sm font-medium text-fg">{t(`canvas.kind.${kind}`)}</span>
          {kind === "start" && count > 0 && <span className="ml-auto text-xs text-muted tabular-nums">{count}</span>}
        </span>
      )}
      {kind === "output" ? <Handle type="target" position={Position.Left} /> : <Handle type="source" position={Position.Right} />}
    </NodeButton>
  );
});
