import { Link, useLocation, useSearch } from "wouter";

import { type AtlasCompanyCard, type AtlasDashboard, useAtlasDashboard, useAtlasOwners } from "@/api";
import { useI18n, useT } from "@/i18n";
import { monthOf } from "@/i18n/amounts";
import { Trouble } from "@/stage";
import { Select, Skeleton } from "@/ui";
import { partPath } from "../paths";
import { AttentionList } from "./AttentionList";
import { Pillars } from "./Pillars";
import { Reckoning } from "./Reckoning";
import { ScoreCard } from "./ScoreCard";
import { Totals } from "./Totals";

/** A company at a glance: its score, its pillars, and what asks for attention. */
export function DashboardPart({ company }: { readonly company: AtlasCompanyCard }) {
  const owner = new URLSearchParams(useSearch()).get("owner") ?? undefined;
  const { data, error, refetch } = useAtlasDashboard(company.id, owner);
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Loading />;
  return (
    <div className="flex flex-col gap-7">
      <div className="-mt-2 flex min-h-7 flex-wrap items-center justify-between gap-2 empty:hidden">
        <CycleName dashboard={data} />
        <OwnerFilter company={company.id} owner={owner} />
      </div>
      <ScoreCard dashboard={data} narrowed={owner !== undefined} />
      <Totals totals={data.totals} company={company.id} />
      <Pillars pillars={data.pillars} company={company.id} />
      {(data.attention.length > 0 || data.totals.key_results > 0) && <AttentionList attention={data.attention} stale={data.totals.stale} company={company.id} owner={owner} />}
      <Reckoning company={data.company} />
    </div>
  );
}

function CycleName({ dashboard: { cycle, company } }: { readonly dashboard: AtlasDashboard }) {
  const { t, locale } = useI18n();
  if (cycle === null) return null;
  const range = t("atlas.cycle.range", { name: cycle.name, start: monthOf(cycle.start, locale, "short"), end: monthOf(cycle.end, locale, "short") });
  return (
    <Link href={partPath("cycle", company.id)} className="min-w-0 truncate rounded-sm text-sm text-muted underline-offset-2 hover:text-fg hover:underline">
      {range}
    </Link>
  );
}

const EVERYBODY = "";

function OwnerFilter({ company, owner }: { readonly company: string; readonly owner: string | undefined }) {
  const t = useT();
  const [, go] = useLocation();
  const { data } = useAtlasOwners(company);
  if (!data || data.owners.length === 0) return null;
  return (
    <Select
      label={t("atlas.mine")}
      value={owner ?? EVERYBODY}
      options={[
        { value: EVERYBODY, label: t("atlas.mine.all") },
        ...data.owners.map(({ id, name, key_results }) => ({ value: id, label: name, detail: t("atlas.key_results.count", { count: key_results }) })),
      ]}
      onChange={(next) => go(partPath("dashboard", company, next === EVERYBODY ? {} : { owner: next }), { replace: true })}
      className="w-52 sm:ml-auto"
    />
  );
}

function Loading() {
  const t = useT();
  return (
    <div role="status" aria-label={t("words.loading")} className="flex flex-col gap-7">
      <Skeleton className="h-52 rounded-lg" />
      <Skeleton className="h-16 rounded-lg" />
      <div className="grid gap-3 sm:grid-cols-2 md:grid-cols-3">
        {[0, 1, 2].map((index) => (
          <Skeleton key={index} className="h-32 rounded-lg" />
        ))}
      </div>
    </div>
  );
}
