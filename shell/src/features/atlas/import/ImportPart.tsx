import { useLocation, useSearch } from "wouter";

import type { AtlasCompanyCard } from "@/api";
import { ImportSteps, stepOf } from "@/apps";
import { useT } from "@/i18n";
import { ChooseFile } from "./ChooseFile";
import { Following } from "./Following";
import { type Place, placeIn, searchAt } from "./place";
import { Review } from "./Review";

/** Brings a company in: a file, what it would change, and the import itself. The address knows how far one is. */
export function ImportPart(_: { readonly company: AtlasCompanyCard | undefined }) {
  const t = useT();
  const search = useSearch();
  const [path, go] = useLocation();
  const place = placeIn(search);
  const move = (next: Partial<Place>, replace = false) => {
    const query = searchAt(search, next);
    go(query === "" ? path : `${path}?${query}`, { replace });
  };
  return (
    <div className="flex flex-col gap-6">
      <ImportSteps label={t("atlas.import.steps")} current={stepOf(place)} nameOf={(step) => t(`atlas.import.step.${step}`)} />
      {place.run !== null ? (
        <Following run={place.run} onAgain={() => move({})} />
      ) : place.file !== null ? (
        <Review key={place.file} artifact={place.file} onBack={() => move({})} onStarted={(run) => move({ run }, true)} />
      ) : (
        <ChooseFile onArrived={(file) => move({ file })} />
      )}
    </div>
  );
}
