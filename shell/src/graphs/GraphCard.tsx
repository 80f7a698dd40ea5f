import type { Graph } from "@/api";
import { useT } from "@/i18n";
import { Card } from "@/ui";
import { GraphPicture } from "./GraphPicture";

/** The picture on a sheet of its own; where it is wider than that, it scrolls, also with the keyboard. */
export function GraphCard({ graph }: { readonly graph: Graph }) {
  const t = useT();
  return (
    <Card tabIndex={0} role="group" aria-label={t("graph.picture.title")} className="flex overflow-x-auto p-4">
      <GraphPicture graph={graph} size="large" className="m-auto shrink-0" />
    </Card>
  );
}
