import { ArrowRight, CircleAlert, CircleCheck, type LucideIcon, Sigma } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import type { ReportLine } from "@/api";
import { useT } from "@/i18n";
import { Fold, Led } from "@/stage";
import { Card, classes, Tooltip } from "@/ui";
import { linkOf, piecesOf, pathOfRef } from "./lines";

interface ReportLinesProps {
  readonly run: string;
  readonly lines: readonly ReportLine[];
  /** What they tell. */
  readonly part: Part;
}

export type Part = "done" | "results" | "failed" | "next";

const LOOKS: Readonly<Record<Part, { readonly icon: LucideIcon; readonly tone: string }>> = {
  done: { icon: CircleCheck, tone: "text-ok" },
  results: { icon: Sigma, tone: "text-muted" },
  failed: { icon: CircleAlert, tone: "text-bad" },
  next: { icon: ArrowRight, tone: "text-muted" },
};

/** Sentences with the way to what supports each, and a mark under what nothing supports. */
export function ReportLines({ run, lines, part }: ReportLinesProps) {
  const t = useT();
  const { icon: Icon, tone } = LOOKS[part];
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line">
        {lines.map((line, index) => (
          <li key={index} className="flex items-start gap-2.5 px-4 py-2.5 text-sm">
            <Icon aria-hidden className={classes("mt-[3px] size-3.5 shrink-0", tone)} />
            <div className="min-w-0 flex-1 break-words">
              <Text line={line} /> <Ways run={run} line={line} />
              {line.detail && (
                <Fold title={t("reports.detail")}>
                  <p className="text-xs text-muted">{line.detail}</p>
                </Fold>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Text({ line }: { readonly line: ReportLine }) {
  const t = useT();
  return (
    <span>
      {piecesOf(line.text, line.unverified).map(({ text, doubtful }, index) =>
        doubtful ? (
          <Tooltip key={index} label={t("reports.unverified.why")}>
            <mark tabIndex={0} className="rounded-sm bg-warn-soft px-0.5 text-warn-text underline decoration-dotted underline-offset-2">
              {text}
              <span className="sr-only"> ({t("reports.unverified.mark")})</span>
            </mark>
          </Tooltip>
        ) : (
          <Led key={index} text={text} />
        ),
      )}
    </span>
  );
}

/** As many events as one looks at; the others on request. */
const SHOWN = 3;

/** Where a sentence can be looked up: the events behind it, and the things it names. */
function Ways({ run, line }: { readonly run: string; readonly line: ReportLine }) {
  const t = useT();
  const [whole, showAll] = useState(false);
  const things = line.refs.flatMap((ref) => pathOfRef(ref) ?? []);
  const events = whole ? line.events : line.events.slice(0, SHOWN);
  const hidden = line.events.length - events.length;
  const look = "inline-flex h-6 min-w-6 items-center justify-center rounded-sm text-xs text-accent-text underline-offset-2 hover:underline";
  return (
    <span className="-my-1 inline-flex flex-wrap items-center gap-x-2 align-middle">
      {events.map((event, index) => (
        <Link key={event} href={linkOf(run, event)} aria-label={t("reports.event", { number: index + 1 })} className={`${look} tabular-nums`}>
          [{index + 1}]
        </Link>
      ))}
      {hidden > 0 && (
        <button type="button" aria-label={t("reports.events.more", { count: hidden })} onClick={() => showAll(true)} className={`${look} tabular-nums`}>
          +{hidden}
        </button>
      )}
      {line.events.length === 0 && line.step && (
        <Link href={`/runs/${run}?step=${encodeURIComponent(line.step)}`} className={look}>
          {t("reports.step")}
        </Link>
      )}
      {things.map(({ kind, path }, index) => (
        <Link key={path} href={path} className={look}>
          {things.length > 1 ? t("reports.ref.numbered", { name: t(`reports.ref.${kind}`), number: index + 1 }) : t(`reports.ref.${kind}`)}
        </Link>
      ))}
    </span>
  );
}
