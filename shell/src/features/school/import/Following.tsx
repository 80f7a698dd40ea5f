import { CircleCheck } from "lucide-react";
import { useLocation } from "wouter";

import { useChanges } from "@/api";
import { ImportRun } from "@/apps";
import { UndoButton } from "@/decisions";
import { useT } from "@/i18n";
import { Button, Card } from "@/ui";
import { pathTo } from "../paths";
import { isRoster, type Telling } from "./telling";
import { Told } from "./Told";

interface FollowingProps {
  readonly run: string;
  readonly onAgain: () => void;
}

/** The third step: how far it is, and what came of it. */
export function Following({ run, onAgain }: FollowingProps) {
  const t = useT();
  const words = {
    running: t("school.import.running"),
    about: t("school.import.running.about"),
    stopped: t("school.import.stopped"),
    other: t("school.import.other"),
  };
  return (
    <ImportRun<Telling> run={run} words={words} onAgain={onAgain}>
      {(outcome) => <Done outcome={outcome} run={run} onAgain={onAgain} />}
    </ImportRun>
  );
}

function Done({ outcome, run, onAgain }: { readonly outcome: Telling; readonly run: string; readonly onAgain: () => void }) {
  const t = useT();
  const [, go] = useLocation();
  const { data: changes = [] } = useChanges(run);
  const change = changes.find(({ undoes }) => undoes === null);
  const open = isRoster(outcome) ? pathTo("turmas") : pathTo("turmas", outcome.turma.id);
  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-wrap items-center gap-3 px-5 py-4">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />
        <p role="status" className="min-w-0 flex-1 basis-60 text-md font-medium break-words text-fg">
          {t("school.import.done")}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          {change && <UndoButton change={change} look="plain" />}
          <Button onClick={onAgain}>{t("school.import.again")}</Button>
          <Button tone="primary" onClick={() => go(open)}>
            {isRoster(outcome) ? t("school.import.open.classes") : t("school.import.open.class", { turma: outcome.turma.nome })}
          </Button>
        </div>
      </Card>
      <Told told={outcome} />
    </div>
  );
}
