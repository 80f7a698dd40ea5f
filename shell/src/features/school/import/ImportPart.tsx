import { useLocation, useSearch } from "wouter";

import { useT } from "@/i18n";
import { classes } from "@/ui";
import { pathTo } from "../paths";
import type { PartProps } from "../routes";
import { ChooseFile } from "./ChooseFile";
import { Following } from "./Following";
import { type Place, placeIn, queryOf, STEPS, type Step, stepOf } from "./place";
import { Review } from "./Review";

/** Brings marks, attendance or a whole roster in: a file, what it would change, and the import itself. */
export function ImportPart({ home }: PartProps) {
  const search = useSearch();
  const [, go] = useLocation();
  const place = placeIn(search);
  const move = (next: Partial<Place>, replace = false) => go(pathTo("importar", undefined, queryOf({ ...place, ...next })), { replace });
  const again = () => move({ file: null, run: null });
  return (
    <div className="flex flex-col gap-6">
      <Steps current={stepOf(place)} />
      {place.run !== null ? (
        <Following run={place.run} kind={place.kind} onAgain={again} />
      ) : place.file !== null ? (
        <Review key={`${place.file} ${place.kind}`} file={place.file} kind={place.kind} turma={place.turma} home={home} onBack={again} onStarted={(run) => move({ run, file: null }, true)} />
      ) : (
        <ChooseFile kind={place.kind} onKind={(kind) => move({ kind }, true)} onArrived={(file) => move({ file })} />
      )}
    </div>
  );
}

/** Where in the three steps one is. */
function Steps({ current }: { readonly current: Step }) {
  const t = useT();
  const place = STEPS.indexOf(current);
  return (
    <ol aria-label={t("school.import.steps")} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      {STEPS.map((step, index) => (
        <li key={step} aria-current={step === current ? "step" : undefined} className="flex items-center gap-2">
          {index > 0 && <span aria-hidden className="h-px w-6 bg-line-strong" />}
          <span className={classes("inline-flex size-5 items-center justify-center rounded-full text-2xs font-semibold tabular-nums", index <= place ? "bg-fg text-panel" : "bg-active text-muted")}>{index + 1}</span>
          <span className={step === current ? "font-medium text-fg" : "text-muted"}>{t(`school.import.step.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}
