import { Link } from "wouter";

import { hintOf, messageOf, useT } from "@/i18n";
import { stepDotOf, Ticking } from "@/runs";
import { ResultData } from "@/stage";
import { StatusDot } from "@/ui";
import { useEditor } from "../useEditor";
import { useLastRun } from "../words/lastRun";

/** How the step stood in the run that is shown, or else in the last one: what came out of it or why it failed, and the way to its trace. */
export function StepResult({ place }: { readonly place: string }) {
  const t = useT();
  const shown = useEditor(({ looks }) => looks.steps.get(place));
  const { run, results, states } = useLastRun();
  const view = shown ?? states.get(place);
  const result = results[place];
  if (run === null || (view === undefined && result === undefined)) return null;
  return (
    <section aria-label={t("canvas.result")} className="flex flex-col gap-2 rounded-md border border-line bg-raised p-2.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted tabular-nums">
        {view && (
          <span className="flex items-center gap-1.5 font-medium text-fg">
            <StatusDot status={stepDotOf(view.status)} />
            {t(`canvas.status.${view.status}`)}
          </span>
        )}
        {view?.startedAt && <Ticking from={view.startedAt} to={view.finishedAt} />}
        {view !== undefined && view.tokens > 0 && <span>{t("canvas.tokens", { count: view.tokens })}</span>}
        <Link href={`/runs/${run}?step=${encodeURIComponent(place)}`} className="ml-auto text-accent-text underline">
          {t("canvas.trace.step")}
        </Link>
      </p>
      {view?.error && (
        <p className="text-sm break-words text-bad-text">
          {messageOf(view.error, t)} {hintOf(view.error, t)?.replaceAll("`", "")}
        </p>
      )}
      {result !== undefined && (
        <div className="max-h-64 min-w-0 overflow-y-auto">
          <ResultData data={result} />
        </div>
      )}
    </section>
  );
}
