import { type Run, type RunDetail, usePersonas } from "@/api";
import { nameOf, useT } from "@/i18n";
import { isFinal, RunRow, StopButton } from "@/runs";
import { Rows, Section } from "@/stage";
import { branchesOf } from "./subruns";

const INDENT = 20;

/** Who else worked on it: sub-agents under who asked them, each with its own page. */
export function SubRuns({ detail }: { readonly detail: RunDetail }) {
  const t = useT();
  const { data: personas } = usePersonas();
  const branches = branchesOf(detail.run.id, detail.children);
  if (branches.length === 0) return null;
  const agentOf = (run: Run) => {
    const persona = personas?.find(({ id }) => id === run.agent);
    return persona ? nameOf(persona, t) : run.agent;
  };
  return (
    <Section title={t("activity.children")}>
      <Rows>
        {branches.map(({ run, level }) => (
          <div key={run.id} style={{ paddingLeft: level * INDENT }}>
            <RunRow
              run={run}
              detail={agentOf(run)}
              actions={isFinal(run) ? undefined : <StopButton run={run} />}
            />
          </div>
        ))}
      </Rows>
    </Section>
  );
}
