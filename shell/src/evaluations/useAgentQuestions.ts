import { useCallback, useState } from "react";

import { type Evaluation, type TrialSubject, type TestQuestion, useCreateEvaluation, useEvaluations, useSaveEvaluation, useStartTrial } from "@/api";
import { askable, draftOf, freshQuestion, sameQuestions } from "./questions";

export interface AskedQuestions {
  /** Whether it is known which questions there are. */
  readonly ready: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** The set they are kept in; none until the first is saved. */
  readonly evaluation: Evaluation | undefined;
  readonly questions: readonly TestQuestion[];
  readonly setQuestions: (questions: readonly TestQuestion[]) => void;
  readonly add: (words: string) => void;
  readonly dirty: boolean;
  readonly busy: boolean;
  readonly save: () => Promise<Evaluation>;
  /** Save what is not saved, and begin a trial; gives its id. */
  readonly run: (subjects: readonly TrialSubject[]) => Promise<string>;
}

const NONE: readonly TestQuestion[] = [];

/** The test questions of one agent, as they are kept and as they are being written. */
export function useAgentQuestions(agent: string, title: string): AskedQuestions {
  const { data, error, refetch } = useEvaluations(agent);
  const create = useCreateEvaluation();
  const replace = useSaveEvaluation();
  const start = useStartTrial();
  const [edited, setEdited] = useState<readonly TestQuestion[] | null>(null);
  const evaluation = data?.[0];
  const kept = evaluation?.questions ?? NONE;
  const questions = edited ?? kept;
  const dirty = edited !== null && !sameQuestions(edited, kept);

  const save = async (): Promise<Evaluation> => {
    if (evaluation !== undefined && !dirty) return evaluation;
    const written = askable(questions);
    const saved =
      evaluation === undefined
        ? await create.mutateAsync({ title: title.slice(0, 120), description: "", agent, questions: written })
        : await replace.mutateAsync({ id: evaluation.id, version: evaluation.version, draft: { ...draftOf(evaluation), questions: written } });
    setEdited((now) => (now === edited ? null : now));
    return saved;
  };
  const run = async (subjects: readonly TrialSubject[]) => {
    const { id } = await save();
    return (await start.mutateAsync({ evaluation: id, subjects, repeats: 1 })).trial;
  };
  const add = useCallback(
    (words: string) =>
      setEdited((now) => {
        const all = now ?? kept;
        return [...all, { ...freshQuestion(all), words }];
      }),
    [kept],
  );
  return {
    ready: data !== undefined,
    error,
    retry: () => void refetch(),
    evaluation,
    questions,
    setQuestions: setEdited,
    add,
    dirty,
    busy: create.isPending || replace.isPending || start.isPending,
    save,
    run,
  };
}
