import { useMemo } from "react";

import { useT } from "@/i18n";
import { TwoVersions } from "@/stage";
import { differing } from "./differing";

interface TwoTextsProps {
  readonly mine: string;
  readonly theirs: string;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

/** Two versions of one document: what differs, side by side, and the choice between them. */
export function TwoTexts({ mine, theirs, onKeep, onTake }: TwoTextsProps) {
  const t = useT();
  const pairs = useMemo(() => [differing(mine, theirs)], [mine, theirs]);
  return <TwoVersions title={t("workflows.clash")} about={t("workflows.clash.about")} pairs={pairs} code onKeep={onKeep} onTake={onTake} />;
}
