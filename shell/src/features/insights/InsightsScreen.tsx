import { ChartColumn, Download, FolderOpen } from "lucide-react";
import { useMemo, useState } from "react";
import { useLocation } from "wouter";

import { type MetricsGroup, metricsCsvUrl, type MetricsRange, rangeOf, useMetrics, useProjects } from "@/api";
import { projectNameOf, useT } from "@/i18n";
import { Page, Section, Trouble } from "@/stage";
import { useLayout } from "@/state";
import { Button, EmptyState, type MenuItem, MenuButton, Segmented, Select, Skeleton } from "@/ui";
import { Decisions } from "./Decisions";
import { PERIODS, type Period } from "./figures";
import { Rankings } from "./Rankings";
import { StatCards } from "./StatCards";
import { TokenChart } from "./TokenChart";

/** No project in particular; no project has an empty id. */
const ALL = "";
const GROUPS: readonly MetricsGroup[] = ["day", "model", "agent", "app", "capability"];

/** Insights: what runs took and how well they went, over a period. */
export function InsightsScreen() {
  const t = useT();
  const [days, setDays] = useState<Period>(30);
  const [project, setProject] = useState(ALL);
  const { data: projects = [] } = useProjects();
  const range = useMemo(
    (): MetricsRange => ({ ...rangeOf(days, Date.now()), ...(project !== ALL && { project }) }),
    [days, project],
  );
  const { data: summary, error, refetch } = useMetrics(range, "day");
  const aside = (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label={t("insights.period")}
        value={String(days)}
        options={PERIODS.map((count) => ({ value: String(count), label: t("insights.period.days", { count }) }))}
        onChange={(value) => setDays(PERIODS.find((each) => String(each) === value) ?? 30)}
      />
      {projects.length > 1 && (
        <Select
          label={t("insights.project")}
          value={project}
          options={[{ value: ALL, label: t("insights.project.all") }, ...projects.map((each) => ({ value: each.project.id, label: projectNameOf(each.project, t) }))]}
          onChange={setProject}
          className="w-40"
        />
      )}
      <Files range={range} />
    </div>
  );
  return (
    <Page wide title={t("insights.title")} about={t("insights.about")} aside={aside}>
      {summary === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <Skeleton className="h-28 rounded-lg" />
            <Skeleton className="h-64 rounded-lg" />
          </>
        )
      ) : summary.totals.runs === 0 && summary.is_complete ? (
        <EmptyState
          icon={ChartColumn}
          title={t("insights.empty")}
          action={<Button onClick={() => useLayout.getState().showChat(true)}>{t("insights.empty.ask")}</Button>}
        >
          {t("insights.empty.about")}
        </EmptyState>
      ) : (
        <>
          {!summary.is_complete && (
            <p role="status" className="rounded-lg bg-run-soft px-4 py-2.5 text-sm text-fg">
              {t("insights.reading")}
            </p>
          )}
          <Section title={t("insights.stats")}>
            <StatCards summary={summary} />
          </Section>
          <TokenChart summary={summary} />
          <Rankings range={range} />
          <Decisions totals={summary.totals} />
        </>
      )}
    </Page>
  );
}

/** The figures as tables to take away, and traces from files. */
function Files({ range }: { readonly range: MetricsRange }) {
  const t = useT();
  const [, navigate] = useLocation();
  const tables = GROUPS.map((group): MenuItem => ({
    id: group,
    label: `${t("insights.csv")}: ${t(`insights.csv.${group}`)}`,
    icon: Download,
    onSelect: () => download(metricsCsvUrl(range, group), `aule-${group}-${range.from}-${range.to}.csv`),
  }));
  return <MenuButton items={[...tables, { id: "open", label: t("insights.open"), icon: FolderOpen, onSelect: () => navigate("/traces") }]} />;
}

function download(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
