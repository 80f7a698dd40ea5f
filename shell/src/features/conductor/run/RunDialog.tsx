import { Play } from "lucide-react";
import { useId } from "react";

import { isProblem, type ResidentView } from "@/api";
import { useT } from "@/i18n";
import { EnvironmentBand } from "@/stage";
import { Button, Dialog } from "@/ui";
import type { spotsOf } from "../places";
import { Refusal } from "./Refusal";
import { RunFields } from "./RunFields";
import { useRunDialog } from "./useRunDialog";

interface RunDialogProps {
  readonly agent: ResidentView;
  /** Where it may work; more than one for an agent that all environments share. */
  readonly spots: ReturnType<typeof spotsOf>;
  readonly onClose: () => void;
}

/** Opens a session with a resident agent: what it is told, what becomes of its writes, and the environment said aloud. */
export function RunDialog({ agent, spots, onClose }: RunDialogProps) {
  const t = useT();
  const form = useId();
  const run = useRunDialog(agent, spots, onClose);
  const { spot } = run;
  // While it is asked whether the folder may be worked in at all, the rest waits out of sight.
  const asked = isProblem(run.error, "project_not_trusted");
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("conductor.run.title", { agent: agent.id })}
      about={t("conductor.run.about")}
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          {!asked && (
            <Button type="submit" form={form} tone="primary" icon={Play} busy={run.busy} disabled={!run.ready}>
              {t("conductor.run.start")}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {spot && <EnvironmentBand name={`${spot.environment} / ${spot.project}`} isProtected={spot.isProtected} className="rounded-md" />}
        <Refusal error={run.error} onTrusted={run.start} onFork={() => run.start({ fork: true })} />
        {!asked && (
          <form
            id={form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              run.start();
            }}
            className="flex flex-col gap-4"
          >
            <RunFields agent={agent} spots={spots} run={run} />
          </form>
        )}
      </div>
    </Dialog>
  );
}
