import { Info } from "lucide-react";

import { type Span, type SpanChange, type SpanDetail, type Trace, useSpan } from "@/api";
import { messageOf, useI18n } from "@/i18n";
import { RowsSkeleton, Trouble } from "@/stage";
import { Badge, Diff, Sheet } from "@/ui";
import { TONES } from "./looks";
import { SpanPartView } from "./SpanPartView";

interface SpanSheetProps {
  readonly trace: Trace;
  readonly span: Span;
  /** What a file held about it; left out, the server is asked. */
  readonly known?: Pick<SpanDetail, "parts" | "changes">;
  readonly onClose: () => void;
}

/** All that is on record about a span: prompt as sent, answer as received, arguments, result, changes. */
export function SpanSheet({ trace, span, known, onClose }: SpanSheetProps) {
  const { t } = useI18n();
  const live = span.status === "running" || span.status === "waiting";
  const { data, error, refetch } = useSpan(trace.run, known === undefined ? span.id : undefined, live);
  const detail = known ?? data;
  return (
    <Sheet open onClose={onClose} title={span.name || t(`traces.kind.${span.kind}`)}>
      <div className="flex flex-col gap-5">
        <SpanFacts span={span} />
        {span.error && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm break-words text-fg">
            {messageOf(span.error, t)}
          </p>
        )}
        {detail === undefined ? (
          error ? (
            <Trouble error={error} onRetry={() => void refetch()} />
          ) : (
            <RowsSkeleton count={4} />
          )
        ) : (
          <>
            {detail.parts.map((part) => (
              <SpanPartView key={`${part.name}-${part.number}`} part={part} />
            ))}
            {detail.changes.map((change) => (
              <Change key={change.id} change={change} />
            ))}
            {data?.not_kept.map((sentence) => (
              <p key={sentence} className="flex gap-2 text-xs text-muted">
                <Info aria-hidden className="mt-px size-3.5 shrink-0" />
                {sentence}
              </p>
            ))}
            {detail.parts.length === 0 && detail.changes.length === 0 && <p className="text-sm text-muted">{t("traces.span.empty")}</p>}
          </>
        )}
      </div>
    </Sheet>
  );
}

function SpanFacts({ span }: { readonly span: Span }) {
  const { t, format } = useI18n();
  const facts: (readonly [string, string])[] = [
    [t("traces.fact.kind"), t(`traces.kind.${span.kind}`)],
    [t("traces.fact.start"), t("traces.fact.after", { time: format.duration(span.start_ms) })],
    [t("traces.fact.duration"), format.duration(span.duration_ms)],
  ];
  if (span.model) facts.push([t("traces.fact.model"), [span.provider, span.model].filter(Boolean).join(" / ")]);
  if (span.capability) facts.push([t("traces.fact.capability"), span.capability]);
  if (span.step) facts.push([t("traces.fact.step"), span.step]);
  if (span.tokens_in + span.tokens_out > 0)
    facts.push([t("traces.fact.tokens"), t("traces.fact.inout", { in: format.number(span.tokens_in), out: format.number(span.tokens_out) })]);
  if (span.tokens_cached > 0) facts.push([t("traces.fact.cached"), format.number(span.tokens_cached)]);
  if (span.cost > 0) facts.push([t("traces.fact.cost"), format.money(span.cost)]);
  if (span.retries > 0) facts.push([t("traces.fact.retries"), format.number(span.retries)]);
  if (span.bytes > 0) facts.push([t("traces.fact.bytes"), format.bytes(span.bytes)]);
  return (
    <div className="flex flex-col gap-3">
      <Badge tone={TONES[span.status]} className="self-start">
        {t(`traces.status.${span.status}`)}
      </Badge>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words text-fg tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Change({ change }: { readonly change: SpanChange }) {
  return change.diff === null ? (
    <p className="text-xs break-words text-fg">{change.title}</p>
  ) : (
    <Diff path={change.title || change.entity} diff={change.diff} />
  );
}
