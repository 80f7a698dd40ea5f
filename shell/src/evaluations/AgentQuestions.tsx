import { FlaskConical, Play } from "lucide-react";
import { useEffect, useState } from "react";

import { type Agent, type AgentFields, useTrials } from "@/api";
import { nameOf, useT } from "@/i18n";
import { RowsSkeleton, Section, tellTrouble, Trouble } from "@/stage";
import { Button, Segmented } from "@/ui";
import { QuestionList } from "./QuestionList";
import { askable } from "./questions";
import { type States, statesOf } from "./subjects";
import { TrialHistory } from "./TrialHistory";
import { TrialView } from "./TrialView";
import { useAgentQuestions } from "./useAgentQuestions";

interface AgentQuestionsProps {
  readonly agent: Agent;
  readonly draft: AgentFields | null;
  /** A question that shall stand among them. */
  readonly kept: string | undefined;
  readonly onTaken: () => void;
}

/** The test questions of an agent: written, run before saving, and what came of them in each version. */
export function AgentQuestions({ agent, draft, kept, onTaken }: AgentQuestionsProps) {
  const t = useT();
  const asked = useAgentQuestions(agent.id, t("evaluations.agent.title", { name: nameOf(agent, t) }));
  const { add, ready } = asked;
  const { data: trials = [] } = useTrials(asked.evaluation?.id);
  const [wanted, setWanted] = useState<States>("both");
  const [chosen, choose] = useState<string>();
  useEffect(() => {
    if (kept === undefined || !ready) return;
    add(kept);
    onTaken();
  }, [kept, ready, add, onTaken]);
  const states = draft === null ? "saved" : wanted;
  const shown = chosen ?? trials[0]?.id;
  const run = () =>
    asked.run(statesOf(agent.id, draft, states)).then(
      (trial) => choose(trial),
      (problem: unknown) => tellTrouble(problem, t),
    );
  if (!ready) {
    return (
      <Section title={t("evaluations.questions")}>
        {asked.error ? <Trouble error={asked.error} onRetry={asked.retry} /> : <RowsSkeleton count={2} />}
      </Section>
    );
  }
  const any = askable(asked.questions).length > 0;
  return (
    <>
      <Section title={t("evaluations.questions")} about={t("evaluations.questions.about")}>
        {asked.questions.length === 0 && (
          <p className="flex items-center gap-2 text-sm text-muted">
            <FlaskConical aria-hidden className="size-4 shrink-0" />
            {t("evaluations.questions.none")}
          </p>
        )}
        <QuestionList questions={asked.questions} onChange={asked.setQuestions} />
        {asked.questions.length > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            {draft !== null && (
              <Segmented<States>
                label={t("evaluations.states")}
                value={states}
                options={(["both", "draft", "saved"] as const).map((value) => ({ value, label: t(`evaluations.states.${value}`) }))}
                onChange={setWanted}
              />
            )}
            <Button icon={Play} busy={asked.busy} disabled={!any} onClick={() => void run()}>
              {t("evaluations.run")}
            </Button>
            {asked.dirty && (
              <Button tone="quiet" busy={asked.busy} onClick={() => void asked.save().catch((problem: unknown) => tellTrouble(problem, t))}>
                {t("evaluations.questions.save")}
              </Button>
            )}
          </div>
        )}
      </Section>
      {shown !== undefined && (
        <Section title={t("evaluations.results")}>
          <TrialView key={shown} id={shown} />
        </Section>
      )}
      {trials.length > 1 && <TrialHistory trials={trials} chosen={shown} onChoose={choose} />}
    </>
  );
}
