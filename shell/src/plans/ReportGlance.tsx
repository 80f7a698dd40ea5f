import { ArrowUpRight, CircleCheck, TriangleAlert } from "lucide-react";
import { Link } from "wouter";

import { useReport } from "@/api";
import { useT } from "@/i18n";
import { Led } from "@/stage";

const LINES = 3;

/** The first lines of what a run reports, and the way to all of it. Nothing until it is written. */
export function ReportGlance({ run, brief = false }: { readonly run: string; readonly brief?: boolean }) {
  const t = useT();
  const { data: report } = useReport(run);
  if (report == null) return null;
  const way = (
    <Link href={`/reports/${run}`} className="inline-flex w-fit items-center gap-1 rounded-sm text-xs text-accent-text underline-offset-2 hover:underline">
      {t("plans.report.open")}
      <ArrowUpRight aria-hidden className="size-3" />
    </Link>
  );
  if (brief) return way;
  const lines = [...report.done, ...report.results].slice(0, LINES);
  return (
    <section aria-label={t("plans.report")} className="flex flex-col gap-1.5 rounded-md border border-line bg-panel px-3 py-2 text-sm">
      {report.opening.length > 0 && (
        <p className="break-words">
          <Led text={report.opening.map(({ text }) => text).join(" ")} />
        </p>
      )}
      <ul className="flex flex-col gap-1">
        {report.failed.slice(0, 1).map((line, index) => (
          <li key={`failed-${index}`} className="flex items-start gap-2">
            <TriangleAlert aria-hidden className="mt-[3px] size-3.5 shrink-0 text-warn" />
            <span className="min-w-0 break-words">
              <Led text={line.text} />
            </span>
          </li>
        ))}
        {lines.map((line, index) => (
          <li key={index} className="flex items-start gap-2">
            <CircleCheck aria-hidden className="mt-[3px] size-3.5 shrink-0 text-ok" />
            <span className="line-clamp-2 min-w-0 break-words">
              <Led text={line.text} />
            </span>
          </li>
        ))}
      </ul>
      {way}
    </section>
  );
}
