import { Panel, useReactFlow } from "@xyflow/react";
import { Maximize, Minus, Plus } from "lucide-react";

import { useT } from "@/i18n";
import { IconButton } from "@/ui";

/** Nearer, further, everything. */
export function MapZoom({ onFit }: { readonly onFit: () => void }) {
  const t = useT();
  const { zoomIn, zoomOut } = useReactFlow();
  return (
    <Panel position="bottom-left" className="flex overflow-hidden rounded-md border border-line bg-raised shadow-raised">
      <IconButton icon={Plus} label={t("atlas.map.nearer")} side="top" onClick={() => void zoomIn()} className="rounded-none" />
      <IconButton icon={Minus} label={t("atlas.map.further")} side="top" onClick={() => void zoomOut()} className="rounded-none" />
      <IconButton icon={Maximize} label={t("atlas.map.fit")} side="top" onClick={onFit} className="rounded-none" />
    </Panel>
  );
}
