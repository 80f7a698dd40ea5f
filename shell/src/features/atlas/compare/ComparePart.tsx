import { ArrowRight, Equal } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation, useSearch } from "wouter";

import { type AtlasCompanyCard, type AtlasComparison, type AtlasDifference, type AtlasItem, useAtlasComparison } from "@/api";
import { useI18n, useT } from "@/i18n";
import { percentOf } from "@/i18n/amounts";
import { Fold, Rows, RowsSkeleton, Section, Trouble } from "@/stage";
import { Card, EmptyState, Input, Segmented } from "@/ui";
import { LogRow } from "../history/LogRow";
import { partPath } from "../paths";
import { ItemRow } from "../pieces/ItemRow";
import { Delta, DifferenceRow } from "./DifferenceRow";
import { dayOf, RANGES, rangeOf, sinceOf } from "./range";

/** What changed since a day: the score, the pillars, what is better, worse, new and finished. */
export function ComparePart({ company }: { readonly company: AtlasCompanyCard }) {
  const t = useT();
  const query = new URLSearchParams(useSearch());
  const [, go] = useLocation();
  const now = new Date();
  const since = query.get("since") ?? sinceOf("month", now);
  const until = query.get("until") ?? "";
  const { data, error, refetch } = useAtlasComparison(company.id, since, until);
  const choose = (from: string, to: string) =>
    go(partPath("compare", company.id, { since: from, ...(to === "" || to === dayOf(now) ? {} : { until: to }) }), { replace: true });
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Segmented
          label={t("atlas.compare.range")}
          value={rangeOf(since, until, now) ?? ""}
          options={RANGES.map((value) => ({ value, label: t(`atlas.compare.range.${value}`) }))}
          onChange={(range) => range !== "" && choose(sinceOf(range, now), "")}
        />
        <Day label={t("atlas.compare.since")} value={since} max={until || dayOf(now)} onChange={(day) => choose(day, until)} />
        <Day label={t("atlas.compare.until")} value={until || dayOf(now)} min={since} max={dayOf(now)} onChange={(day) => choose(since, day)} />
      </div>
      {error ? <Trouble error={error} onRetry={() => void refetch()} /> : data === undefined ? <RowsSkeleton count={5} /> : <Compared data={data} />}
    </div>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onChange: (day: string) => void;
}

function Day({ label, onChange, ...rest }: DayProps) {
  return (
    <label className="flex items-center gap-2 text-xs text-muted">
      {label}
      <Input {...rest} type="date" className="w-36 tabular-nums" onChange={(event) => event.target.value !== "" && onChange(event.target.value)} />
    </label>
  );
}

function Compared({ data }: { readonly data: AtlasComparison }) {
  const { t, locale } = useI18n();
  const said = (progress: number | null) => (progress === null ? t("atlas.band.none") : percentOf(progress, locale));
  const still = [data.improved, data.worsened, data.made, data.finished, data.changes].every(({ length }) => length === 0);
  const delta = data.before === null || data.after === null ? null : data.after - data.before;
  return (
    <>
      <Card className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-4">
        <span className="text-sm text-muted">{t("atlas.compare.score")}</span>
        <span className="flex items-baseline gap-2 tabular-nums">
          <span className="text-md text-muted">{said(data.before)}</span>
          <ArrowRight aria-hidden className="size-4 self-center text-muted" />
          <span className="text-lg font-semibold text-fg">{said(data.after)}</span>
        </span>
        <Delta delta={delta} large />
      </Card>
      {still && <EmptyState icon={Equal} title={t("atlas.compare.same")} />}
      <Differences title={t("atlas.compare.pillars")} items={data.pillars} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Differences title={t("atlas.compare.improved")} items={data.improved} />
        <Differences title={t("atlas.compare.worsened")} items={data.worsened} />
        <Items title={t("atlas.compare.made")} items={data.made} />
        <Items title={t("atlas.compare.finished")} items={data.finished} />
      </div>
      {data.changes.length > 0 && (
        <Fold title={t("atlas.compare.changes", { count: data.changes.length })}>
          <Rows>
            {data.changes.map((entry) => (
              <LogRow key={entry.change} entry={entry} />
            ))}
          </Rows>
        </Fold>
      )}
    </>
  );
}

function Differences({ title, items }: { readonly title: string; readonly items: readonly AtlasDifference[] }) {
  return <List title={title}>{items.map((item) => <DifferenceRow key={item.id} item={item} />)}</List>;
}

function Items({ title, items }: { readonly title: string; readonly items: readonly AtlasItem[] }) {
  return <List title={title}>{items.map((item) => <ItemRow key={item.id} item={item} />)}</List>;
}

/** A list under its heading; nothing where it has nothing. */
function List({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Section title={title}>
      <Rows label={title}>{children}</Rows>
    </Section>
  );
}
