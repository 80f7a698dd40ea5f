import { type FitViewOptions, Panel, useReactFlow } from "@xyflow/react";
import { Maximize, Minus, Plus } from "lucide-react";

import { useT } from "@/i18n";
import { IconButton } from "@/ui";

/** Nearer, further, everything. */
export function ZoomButtons({ fit }: { readonly fit: FitViewOptions }) {
  const t = useT();
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <Panel position="bottom-left" className="flex flex-col overflow-hidden rounded-md border border-line bg-raised shadow-raised">
      <IconButton icon={Plus} label={t("runs.graph.nearer")} side="right" onClick={() => void zoomIn()} className="rounded-none" />
      <IconButton icon={Minus} label={t("runs.graph.further")} side="right" onClick={() => void zoomOut()} className="rounded-none" />
      <IconButton icon={Maximize} label={t("runs.graph.fit")} side="right" onClick={() => void fitView(fit)} className="rounded-none" />
    </Panel>
  );
}
