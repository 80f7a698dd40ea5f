import { FlaskConical, Plus } from "lucide-react";
import { Link, useLocation } from "wouter";

import { type Evaluation, useEvaluations, useTrials } from "@/api";
import { isLive, passRate } from "@/evaluations/results";
import { useI18n, useT } from "@/i18n";
import { Page, Trouble } from "@/stage";
import { Badge, Button, Card, EmptyState, RelativeTime, Skeleton } from "@/ui";

const GRID = "grid gap-3 grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))]";

/** All sets of questions, one card each, with how the last trial went. */
export function EvaluationList() {
  const t = useT();
  const [, go] = useLocation();
  const { data, error, refetch } = useEvaluations();
  const create = (
    <Button tone="primary" icon={Plus} onClick={() => go("/evaluations/new")}>
      {t("evaluations.new")}
    </Button>
  );
  return (
    <Page wide title={t("evaluations.title")} about={t("evaluations.about")} aside={data?.length ? create : undefined}>
      {data === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <div role="status" aria-label={t("words.loading")} className={GRID}>
            <Skeleton className="h-32 rounded-lg" />
            <Skeleton className="h-32 rounded-lg" />
          </div>
        )
      ) : data.length === 0 ? (
        <EmptyState icon={FlaskConical} title={t("evaluations.none")} action={create}>
          {t("evaluations.none.about")}
        </EmptyState>
      ) : (
        <ul aria-label={t("evaluations.list")} className={GRID}>
          {data.map((evaluation) => (
            <li key={evaluation.id} className="flex">
              <EvaluationCard evaluation={evaluation} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

function EvaluationCard({ evaluation }: { readonly evaluation: Evaluation }) {
  const t = useT();
  return (
    <Card className="relative flex w-full flex-col gap-3 p-4 transition-colors duration-100 focus-within:border-line-strong hover:border-line-strong">
      <h2 className="text-md leading-5 font-semibold">
        <Link href={`/evaluations/${evaluation.id}`} className="block truncate after:absolute after:inset-0 after:rounded-lg">
          {evaluation.title}
        </Link>
      </h2>
      {evaluation.description && <p className="line-clamp-2 text-sm text-muted">{evaluation.description}</p>}
      <div className="mt-auto flex flex-wrap items-center gap-1.5">
        <Badge>{t("evaluations.count", { count: evaluation.questions?.length ?? 0 })}</Badge>
        <LastTrial id={evaluation.id} />
      </div>
    </Card>
  );
}

function LastTrial({ id }: { readonly id: string }) {
  const { t, format } = useI18n();
  const { data: [last] = [] } = useTrials(id, 1);
  if (last === undefined) return <span className="text-xs text-muted">{t("evaluations.untried")}</span>;
  const rate = passRate(last.results);
  return (
    <>
      <Badge tone={isLive(last) ? "run" : rate === null ? "neutral" : rate === 1 ? "ok" : "bad"}>
        {isLive(last)
          ? t("evaluations.running", { done: last.done, total: last.total })
          : rate === null
            ? t("evaluations.rate.none")
            : t("evaluations.rate", { share: format.number(Math.round(rate * 100)) })}
      </Badge>
      <span className="text-xs text-muted">
        <RelativeTime iso={last.started_at} />
      </span>
    </>
  );
}
