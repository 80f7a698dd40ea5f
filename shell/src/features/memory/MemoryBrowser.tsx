import { ArrowLeft, Brain } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Link, useLocation } from "wouter";

import { itemsOf, useMemories } from "@/api";
import { useT } from "@/i18n";
import { Filter, FilterBar, Rows, RowsSkeleton, Trouble } from "@/stage";
import { Button, classes, EmptyState } from "@/ui";
import { EVERYTHING, type Filters, isNarrowed, type Kind, KINDS, type Layer, type Trust, TRUSTS } from "./memory";
import { MemoryDetail } from "./MemoryDetail";
import { MemoryRow } from "./MemoryRow";

interface MemoryBrowserProps {
  readonly layer: Layer;
  readonly selected: string | undefined;
}

/** The list, and what is open beside it; on narrow stages one of the two. */
export function MemoryBrowser({ layer, selected }: MemoryBrowserProps) {
  const t = useT();
  const [filters, setFilters] = useState<Filters>(EVERYTHING);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useMemories({
    layer,
    kind: filters.kind === "all" ? undefined : filters.kind,
    trust: filters.trust === "all" ? undefined : filters.trust,
    words: useDeferredValue(filters.words),
  });
  const items = itemsOf(data);
  const nothing = data !== undefined && items.length === 0;
  if (nothing && selected === undefined && !isNarrowed(filters)) return <Empty layer={layer} />;
  return (
    <div className="@container flex flex-col gap-4">
      <div className={classes("flex flex-col gap-4", selected !== undefined && "@max-[680px]:hidden")}>
        <Narrowing filters={filters} onChange={setFilters} />
      </div>
      <div className="grid items-start gap-5 @[680px]:grid-cols-[minmax(240px,340px)_minmax(0,1fr)]">
        <div className={classes("flex min-w-0 flex-col gap-3", selected !== undefined && "@max-[680px]:hidden")}>
          {data === undefined ? (
            error ? (
              <Trouble error={error} onRetry={() => void refetch()} />
            ) : (
              <RowsSkeleton count={5} />
            )
          ) : nothing ? (
            <EmptyState
              icon={Brain}
              title={t("memory.nothing")}
              action={<Button onClick={() => setFilters(EVERYTHING)}>{t("memory.nothing.action")}</Button>}
            />
          ) : (
            <Rows label={t("memory.list")}>
              {items.map((item) => (
                <MemoryRow key={item.id} item={item} selected={item.id === selected} />
              ))}
            </Rows>
          )}
          {hasNextPage && (
            <Button tone="quiet" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t("words.more")}
            </Button>
          )}
        </div>
        <div className={classes("min-w-0", selected === undefined && "@max-[680px]:hidden")}>
          {selected === undefined ? (
            <EmptyState icon={Brain} title={t("memory.choose")} />
          ) : (
            <>
              <Link href="/memory" className="mb-3 inline-flex items-center gap-1.5 text-sm text-muted hover:text-fg @[680px]:hidden">
                <ArrowLeft aria-hidden className="size-4" />
                {t("memory.back")}
              </Link>
              <MemoryDetail key={selected} id={selected} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

interface NarrowingProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

function Narrowing({ filters, onChange }: NarrowingProps) {
  const t = useT();
  return (
    <FilterBar label={t("memory.search")} words={filters.words} onWords={(words) => onChange({ ...filters, words })}>
      <Filter<Kind | "all">
        label={t("memory.kind")}
        value={filters.kind}
        onChange={(kind) => onChange({ ...filters, kind })}
        options={[
          { value: "all", label: t("memory.kind.all") },
          ...KINDS.map((value) => ({ value, label: t(`memory.kind.${value}`) })),
        ]}
      />
      <Filter<Trust | "all">
        label={t("memory.trust")}
        value={filters.trust}
        onChange={(trust) => onChange({ ...filters, trust })}
        options={[
          { value: "all", label: t("memory.trust.all") },
          ...TRUSTS.map((value) => ({ value, label: t(`memory.trust.${value}`) })),
        ]}
      />
    </FilterBar>
  );
}

function Empty({ layer }: { readonly layer: Layer }) {
  const t = useT();
  const [, navigate] = useLocation();
  const add = <Button onClick={() => navigate("/memory?new")}>{t("memory.add")}</Button>;
  return (
    <EmptyState icon={Brain} title={t(`memory.empty.${layer}`)} action={layer === "long_term" ? add : undefined}>
      {t(`memory.empty.${layer}.about`)}
    </EmptyState>
  );
}
