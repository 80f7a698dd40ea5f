import { Link, useLocation, useSearch } from "wouter";

import { ImportSteps, stepOf } from "@/apps";
import { useT } from "@/i18n";
import { pathTo } from "../paths";
import type { PartProps } from "../routes";
import { ChooseFile } from "./ChooseFile";
import { Following } from "./Following";
import { type Place, placeIn, queryOf } from "./place";
import { Review } from "./Review";

/** Brings marks, attendance or a whole roster in: a file, what it would change, and the import itself. */
export function ImportPart({ home }: PartProps) {
  const t = useT();
  const search = useSearch();
  const [, go] = useLocation();
  const place = placeIn(search);
  const move = (next: Partial<Place>, replace = false) => go(pathTo("importar", undefined, queryOf({ ...place, ...next })), { replace });
  const again = () => move({ file: null, run: null });
  return (
    <div className="flex flex-col gap-6">
      <ImportSteps label={t("school.import.steps")} current={stepOf(place)} nameOf={(step) => t(`school.import.step.${step}`)} />
      {place.run !== null ? (
        <Following run={place.run} onAgain={again} />
      ) : place.file !== null ? (
        <Review key={`${place.file} ${place.kind}`} file={place.file} kind={place.kind} turma={place.turma} home={home} onBack={again} onStarted={(run) => move({ run, file: null }, true)} />
      ) : (
        <ChooseFile kind={place.kind} onKind={(kind) => move({ kind }, true)} onArrived={(file) => move({ file })} />
      )}
      {place.run === null && place.file === null && (
        <Link href={pathTo("fonte")} className="w-fit rounded-sm text-sm text-accent-text underline-offset-2 hover:underline">
          {t("school.source.way")}
        </Link>
      )}
    </div>
  );
}
