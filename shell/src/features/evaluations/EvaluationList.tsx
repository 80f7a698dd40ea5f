import { FlaskConical, Plus } from "lucide-react";
import { useLocation } from "wouter";

import { type Evaluation, useEvaluations, useTrials } from "@/api";
import { isLive, passRate } from "@/evaluations/results";
import { useI18n, useT } from "@/i18n";
import { CardGrid, CardsSkeleton, Loaded, Page } from "@/stage";
import { Badge, Button, EmptyState, LinkCard, RelativeTime } from "@/ui";

/** All sets of questions, one card each, with how the last trial went. */
export function EvaluationList() {
  const t = useT();
  const [, go] = useLocation();
  const query = useEvaluations();
  const create = (
    <Button tone="primary" icon={Plus} onClick={() => go("/evaluations/new")}>
      {t("evaluations.new")}
    </Button>
  );
  return (
    <Page wide title={t("evaluations.title")} about={t("evaluations.about")} aside={query.data?.length ? create : undefined}>
      <Loaded query={query} waiting={<CardsSkeleton />}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState icon={FlaskConical} title={t("evaluations.none")} action={create}>
              {t("evaluations.none.about")}
            </EmptyState>
          ) : (
            <CardGrid label={t("evaluations.list")} items={data} keyOf={(evaluation) => evaluation.id}>
              {(evaluation) => <EvaluationCard evaluation={evaluation} />}
            </CardGrid>
          )
        }
      </Loaded>
    </Page>
  );
}

function EvaluationCard({ evaluation }: { readonly evaluation: Evaluation }) {
  const t = useT();
  return (
    <LinkCard href={`/evaluations/${evaluation.id}`} title={evaluation.title} className="gap-3">
      {evaluation.description && <p className="line-clamp-2 text-sm text-muted">{evaluation.description}</p>}
      <div className="mt-auto flex flex-wrap items-center gap-1.5">
        <Badge>{t("evaluations.count", { count: evaluation.questions?.length ?? 0 })}</Badge>
        <LastTrial id={evaluation.id} />
      </div>
    </LinkCard>
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
