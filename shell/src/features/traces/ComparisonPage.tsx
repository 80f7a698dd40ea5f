import { ArrowRight } from "lucide-react";
import { useState } from "react";

import { type FigurePair, type SpanPair, type TraceHead, useComparison } from "@/api";
import { useI18n } from "@/i18n";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { Badge, Card, Checkbox, classes, ForeignText, VirtualList } from "@/ui";
import { Back } from "./Back";
import { ICONS, TONES } from "./looks";

/** Two runs of one workflow side by side: what took longer, cost more, or is only in one of them. */
export function ComparisonPage({ run, other }: { readonly run: string; readonly other: string }) {
  const { t } = useI18n();
  const { data, error, refetch } = useComparison(run, other);
  const [differing, setDiffering] = useState(false);
  const back = <Back href={`/traces/${other}`} words={t("traces.compare.back")} />;
  const pairs = data?.pairs.filter((pair) => !differing || pair.differs);
  return (
    <Page wide title={data?.runs[1]?.title || t("traces.compare.title")} above={back}>
      {data === undefined || pairs === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton count={8} />
        )
      ) : (
        <>
          <div className="grid gap-3 sm:grid-cols-2">
            {data.runs.map((head, place) => (
              <Head key={head.run} head={head} words={t(place === 0 ? "traces.compare.left" : "traces.compare.right")} />
            ))}
          </div>
          <section aria-label={t("traces.compare.pairs")} className="flex flex-col gap-2">
            <div className="self-end">
              <Checkbox checked={differing} onChange={setDiffering}>
                {t("traces.compare.differing")}
              </Checkbox>
            </div>
            <div className="overflow-hidden rounded-lg border border-line bg-raised shadow-raised">
              <VirtualList items={pairs} keyOf={(pair) => pair.key} estimate={44} label={t("traces.compare.pairs")}>
                {(pair) => <Pair pair={pair} />}
              </VirtualList>
              {pairs.length === 0 && <p className="p-4 text-sm text-muted">{t("traces.compare.same")}</p>}
            </div>
          </section>
        </>
      )}
    </Page>
  );
}

function Head({ head, words }: { readonly head: TraceHead; readonly words: string }) {
  const { t, format } = useI18n();
  const { totals } = head;
  return (
    <Card className="flex flex-col gap-2 p-4">
      <div className="flex items-center gap-2">
        <span className="text-xs font-medium text-muted">{words}</span>
        <Badge tone={TONES[head.status]}>{t(`traces.status.${head.status}`)}</Badge>
        {head.workflow_version !== null && <span className="text-xs text-muted">{t("traces.version", { version: head.workflow_version })}</span>}
      </div>
      <p className="text-sm text-fg">{format.moment(head.started_at)}</p>
      <p className="text-xs text-muted tabular-nums">
        {[format.duration(head.duration_ms), t("traces.tokens", { amount: format.number(totals.tokens_in + totals.tokens_out) }), format.money(totals.cost)].join(" · ")}
      </p>
    </Card>
  );
}

/** One span of both runs; the change is said with its sign, not by colour alone. */
function Pair({ pair }: { readonly pair: SpanPair }) {
  const { t, format } = useI18n();
  const Icon = ICONS[pair.kind];
  const lonely = pair.left === null ? t("traces.compare.only.right") : pair.right === null ? t("traces.compare.only.left") : null;
  return (
    <div className="flex items-center gap-3 border-b border-line px-3 py-2 max-sm:flex-wrap">
      <span className="flex min-w-0 flex-1 items-center gap-2 max-sm:basis-full" style={{ paddingLeft: Math.min(pair.depth, 8) * 12 }}>
        <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
        <span className="truncate text-sm text-fg">
          <ForeignText still>{pair.name}</ForeignText>
        </span>
        {pair.right_status === "error" && <Badge tone="bad">{t("traces.status.error")}</Badge>}
        {lonely && <Badge>{lonely}</Badge>}
      </span>
      <Figure pair={pair.duration_ms} say={format.duration} label={t("traces.fact.duration")} />
      <Figure pair={pair.tokens} say={format.number} label={t("traces.fact.tokens")} />
    </div>
  );
}

function Figure({ pair, say, label }: { readonly pair: FigurePair; readonly say: (value: number) => string; readonly label: string }) {
  const { left, right, change } = pair;
  if (!left && !right) return <span className="w-40 max-sm:hidden" />;
  const sign = change === null || change === 0 ? "" : change > 0 ? "+" : "−";
  return (
    <span className="flex w-40 flex-col text-right text-xs tabular-nums max-sm:w-auto max-sm:text-left">
      <span className="flex items-center justify-end gap-1 text-muted max-sm:justify-start">
        <span className="sr-only">{label}</span>
        {left === null ? "–" : say(left)}
        <ArrowRight aria-hidden className="size-3" />
        {right === null ? "–" : say(right)}
      </span>
      {sign && change !== null && (
        <span className={classes("font-medium", change > 0 ? "text-warn-text" : "text-ok-text")}>
          {sign}
          {say(Math.abs(change))}
        </span>
      )}
    </span>
  );
}
