import { Panel, useReactFlow } from "@xyflow/react";
import { Maximize, Minus, Plus } from "lucide-react";

import { useT } from "@/i18n";
import { IconButton } from "@/ui";

/** Nearer, further, everything; on a phone two fingers do that, and the tools show everything. */
export function ZoomButtons({ onFit }: { readonly onFit: () => void }) {
  const t = useT();
  const { zoomIn, zoomOut } = useReactFlow();
  return (
    <Panel position="bottom-left" className="flex flex-col overflow-hidden max-sm:hidden rounded-md border border-line bg-raised shadow-raised">
      <IconButton icon={Plus} label={t("canvas.nearer")} side="right" onClick={() => void zoomIn()} className="rounded-none" />
      <IconButton icon={Minus} label={t("canvas.further")} side="right" onClick={() => void zoomOut()} className="rounded-none" />
      <IconButton icon={Maximize} label={t("canvas.fit")} side="right" onClick={onFit} className="rounded-none" />
    </Panel>
  );
}
