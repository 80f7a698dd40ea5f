import { Network } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";

import { type AtlasCompanyCard, type AtlasTree, useAtlasTree } from "@/api";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Button, EmptyState, Segmented, Skeleton } from "@/ui";
import { itemPath, partPath } from "../paths";
import { firstLevel, inSight, isFolded, type Level, LEVELS } from "./folding";

// Fetched together with the data, not after it.
const canvas = import("./MapCanvas");
const MapCanvas = lazy(() => canvas.then((module) => ({ default: module.MapCanvas })));

/** The map: the company, its pillars, objectives and key results, and what contributes to what. */
export function MapPart({ company }: { readonly company: AtlasCompanyCard }) {
  const root = new URLSearchParams(useSearch()).get("root") ?? undefined;
  const { data, error, refetch } = useAtlasTree(company.id, root);
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Coming className="h-[60vh] rounded-lg" />;
  return <Drawn key={root ?? ""} tree={data} company={company.id} root={root} />;
}

function Coming({ className }: { readonly className: string }) {
  const t = useT();
  return (
    <div role="status" aria-label={t("words.loading")} className={className}>
      <Skeleton className="size-full rounded-[inherit]" />
    </div>
  );
}

function Drawn({ tree, company, root }: { readonly tree: AtlasTree; readonly company: string; readonly root: string | undefined }) {
  const t = useT();
  const [, go] = useLocation();
  // A part of the map stands for itself: the company above it would be one box with one wire.
  const all = useMemo(() => (root === undefined ? tree.nodes : tree.nodes.filter(({ kind }) => kind !== "company")), [tree.nodes, root]);
  const [level, setLevel] = useState<Level>(() => firstLevel(all));
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const nodes = useMemo(() => inSight(all, level, toggled), [all, level, toggled]);
  if (all.length < (root === undefined ? 2 : 1)) return <EmptyState icon={Network} title={t("atlas.map.empty")}>{t("atlas.pillars.none")}</EmptyState>;
  const loaded = new Set(tree.nodes.map(({ parent }) => parent));
  return (
    <div className="flex flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t("atlas.map.levels")}
          value={level}
          options={LEVELS.map((value) => ({ value, label: t(`atlas.map.level.${value}`) }))}
          onChange={(next) => {
            setLevel(next);
            setToggled(new Set());
          }}
        />
        {root !== undefined && <Button size="sm" onClick={() => go(partPath("map", company))}>{t("atlas.map.whole")}</Button>}
        {tree.links.length > 0 && (
          <span className="ml-auto flex items-center gap-2 text-xs text-muted max-sm:hidden">
            <svg aria-hidden width={28} height={8} className="text-accent">
              <path d="M0 4h28" stroke="currentColor" strokeWidth={1.5} strokeDasharray="4 3" />
            </svg>
            {t("atlas.map.contributes")}
          </span>
        )}
      </div>
      {tree.omitted > 0 && <p className="text-sm text-muted">{t("atlas.map.omitted", { count: tree.omitted })}</p>}
      <div className="h-[min(68vh,760px)] min-h-[360px] overflow-hidden rounded-lg border border-line bg-canvas">
        <Suspense fallback={<Coming className="size-full" />}>
          <MapCanvas
            nodes={nodes}
            links={tree.links}
            isFolded={(node) => isFolded(node, level, toggled) || (node.children > 0 && !loaded.has(node.id))}
            onOpen={(node) => go(itemPath(node.id) ?? partPath("dashboard", company))}
            onToggle={(node) =>
              loaded.has(node.id)
                ? setToggled((before) => {
                    const next = new Set(before);
                    if (!next.delete(node.id)) next.add(node.id);
                    return next;
                  })
                : go(partPath("map", company, { root: node.id }))
            }
          />
        </Suspense>
      </div>
    </div>
  );
}
