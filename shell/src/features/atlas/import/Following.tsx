import type { AtlasImportOutcome } from "@/api";
import { ImportRun } from "@/apps";
import { useT } from "@/i18n";
import { Outcome } from "./Outcome";

interface FollowingProps {
  readonly run: string;
  readonly onAgain: () => void;
}

/** The third step: how far it is, and what came of it. */
export function Following({ run, onAgain }: FollowingProps) {
  const t = useT();
  const words = {
    running: t("atlas.import.running"),
    about: t("atlas.import.running.about"),
    stopped: t("atlas.import.stopped"),
    failed: t("atlas.import.failed"),
    other: t("atlas.import.other"),
  };
  return (
    <ImportRun<AtlasImportOutcome> run={run} words={words} onAgain={onAgain}>
      {(outcome) => <Outcome outcome={outcome} run={run} onAgain={onAgain} />}
    </ImportRun>
  );
}
