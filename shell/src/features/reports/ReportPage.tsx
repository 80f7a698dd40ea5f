import { ArrowLeft, FileQuestion, RefreshCw } from "lucide-react";
import { Link } from "wouter";

import { type Report, useReport, useWriteReport } from "@/api";
import { useI18n, useT } from "@/i18n";
import { dotOf } from "@/runs";
import { Led, Page, RowsSkeleton, tellTrouble, Trouble } from "@/stage";
import { Badge, Button, CopyButton, EmptyState, StatusDot } from "@/ui";
import { ReportLines } from "./ReportLines";

const SECTIONS = ["done", "results", "failed", "next"] as const;

/** What a run did, said in sentences of which each can be looked up. */
export function ReportPage({ run }: { readonly run: string }) {
  const t = useT();
  const { data: report, error, refetch } = useReport(run);
  const write = useWriteReport(run);
  const back = (
    <Link href={`/runs/${run}`} className="inline-flex items-center gap-1.5 rounded-sm text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("reports.back")}
    </Link>
  );
  const anew = () => write.mutate(undefined, { onError: (trouble) => tellTrouble(trouble, t) });
  if (report == null) {
    return (
      <Page title={t("reports.title")} above={back}>
        {report === null ? (
          <EmptyState
            icon={FileQuestion}
            title={t("reports.empty")}
            action={
              <Button busy={write.isPending} onClick={anew}>
                {t("reports.write")}
              </Button>
            }
          >
            {t("reports.empty.about")}
          </EmptyState>
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton />
        )}
      </Page>
    );
  }
  return (
    <Page
      title={report.title}
      above={back}
      aside={
        <div className="flex flex-wrap gap-2">
          <CopyButton wordy size="md" text={report.markdown} label={t("reports.copy")} />
          <Button icon={RefreshCw} busy={write.isPending} onClick={anew}>
            {t("reports.again")}
          </Button>
        </div>
      }
    >
      <Facts report={report} />
      {report.opening.length > 0 && (
        <p className="max-w-2xl text-md text-pretty break-words text-fg">
          <Led text={report.opening.map(({ text }) => text).join(" ")} />
        </p>
      )}
      <div className="flex flex-col gap-8">
        {SECTIONS.map((section) =>
          report[section].length === 0 ? null : (
            <section key={section} aria-labelledby={`report-${section}`} className="flex flex-col gap-2.5">
              <h2 id={`report-${section}`} className="text-md font-semibold">
                {t(`reports.${section}`)}
              </h2>
              <ReportLines run={run} lines={report[section]} part={section} />
            </section>
          ),
        )}
      </div>
    </Page>
  );
}

function Facts({ report }: { readonly report: Report }) {
  const { t, format } = useI18n();
  const doubtful = SECTIONS.flatMap((section) => report[section]).reduce((sum, line) => sum + line.unverified.length, 0);
  return (
    <div className="-mt-4 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-muted">
      <span className="inline-flex items-center gap-2 font-medium text-fg">
        <StatusDot status={dotOf(report.status)} />
        {t(`status.${report.status}`)}
      </span>
      <span>{format.moment(report.created_at)}</span>
      <span>{t(`reports.by.${report.made_by}`)}</span>
      {doubtful > 0 && <Badge tone="warn">{t("reports.unverified", { count: doubtful })}</Badge>}
      {report.plan && (
        <Link href={`/plans/${report.plan}`} className="rounded-sm text-accent-text underline-offset-2 hover:underline">
          {t("reports.plan")}
        </Link>
      )}
    </div>
  );
}
