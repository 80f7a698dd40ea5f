import { ViewportPortal } from "@xyflow/react";

import type { AtlasLink, AtlasNode } from "@/api";
import { useT } from "@/i18n";
import { arcBetween, type Picture, wireBetween } from "./tidy";

interface MapWiresProps {
  readonly picture: Picture;
  readonly nodes: ReadonlyMap<string, AtlasNode>;
  readonly links: readonly AtlasLink[];
}

/** What belongs to what, and dashed what contributes to what. One picture under the boxes. */
export function MapWires({ picture, nodes, links }: MapWiresProps) {
  const t = useT();
  const at = new Map(picture.spots.map((spot) => [spot.id, spot]));
  return (
    <ViewportPortal>
      <svg aria-hidden className="pointer-events-none absolute top-0 left-0 -z-10 size-px overflow-visible">
        <defs>
          <marker id="atlas-tip" viewBox="0 0 8 8" refX={7} refY={4} markerWidth={7} markerHeight={7} orient="auto">
            <path d="M0 .5 7.5 4 0 7.5Z" className="fill-accent" />
          </marker>
        </defs>
        {picture.spots.map((spot) => {
          const parent = spot.parent === null ? undefined : at.get(spot.parent);
          return parent && <path key={spot.id} d={wireBetween(parent, spot)} fill="none" className="stroke-line-strong" strokeWidth={1.25} vectorEffect="non-scaling-stroke" />;
        })}
        {links.map((link) => {
          const [child, parent] = [at.get(link.child), at.get(link.parent)];
          if (!child || !parent) return null;
          return (
            <path key={`${link.child}→${link.parent}`} d={arcBetween(child, parent)} fill="none" className="stroke-accent" strokeWidth={1.5} strokeDasharray="5 4" vectorEffect="non-scaling-stroke" markerEnd="url(#atlas-tip)">
              <title>{`${nodes.get(link.child)?.title ?? ""} ${t("atlas.map.contributes")} ${nodes.get(link.parent)?.title ?? ""}`}</title>
            </path>
          );
        })}
      </svg>
    </ViewportPortal>
  );
}
