import { useLocation, useSearch } from "wouter";

import type { AtlasCompanyCard } from "@/api";
import { useT } from "@/i18n";
import { classes } from "@/ui";
import { ChooseFile } from "./ChooseFile";
import { Following } from "./Following";
import { type Place, placeIn, searchAt, STEPS, type Step, stepOf } from "./place";
import { Review } from "./Review";

/** Brings a company in: a file, what it would change, and the import itself. The address knows how far one is. */
export function ImportPart(_: { readonly company: AtlasCompanyCard | undefined }) {
  const search = useSearch();
  const [path, go] = useLocation();
  const place = placeIn(search);
  const move = (next: Partial<Place>, replace = false) => {
    const query = searchAt(search, next);
    go(query === "" ? path : `${path}?${query}`, { replace });
  };
  return (
    <div className="flex flex-col gap-6">
      <Steps current={stepOf(place)} />
      {place.run !== null ? (
        <Following run={place.run} onAgain={() => move({})} />
      ) : place.artifact !== null ? (
        <Review key={place.artifact} artifact={place.artifact} onBack={() => move({})} onStarted={(run) => move({ run }, true)} />
      ) : (
        <ChooseFile onArrived={(artifact) => move({ artifact })} />
      )}
    </div>
  );
}

/** Where in the three steps one is. */
function Steps({ current }: { readonly current: Step }) {
  const t = useT();
  const place = STEPS.indexOf(current);
  return (
    <ol aria-label={t("atlas.import.steps")} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      {STEPS.map((step, index) => (
        <li key={step} aria-current={step === current ? "step" : undefined} className="flex items-center gap-2">
          {index > 0 && <span aria-hidden className="h-px w-6 bg-line-strong" />}
          <span
            className={classes(
              "inline-flex size-5 items-center justify-center rounded-full text-2xs font-semibold tabular-nums",
              index <= place ? "bg-fg text-panel" : "bg-active text-muted",
            )}
          >
            {index + 1}
          </span>
          <span className={step === current ? "font-medium text-fg" : "text-muted"}>{t(`atlas.import.step.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}
