import { useState } from "react";
import { useLocation } from "wouter";

import { type AgentDraft, useAgentDraft, useMakeAgent } from "@/api";
import { useT } from "@/i18n";
import { useSettled } from "@/stage";
import { announce } from "@/state";
import { toast } from "@/ui";
import { pathOf } from "../places";
import { type Answers, NO_ANSWERS, triable, trimmed, type Wrong, wrongOf } from "./answers";

export interface Creator {
  readonly answers: Answers;
  readonly set: (part: Partial<Answers>) => void;
  /** What is wrong; what is only missing is said once somebody wanted to go on. */
  readonly wrong: Readonly<Partial<Record<keyof Answers, Wrong>>>;
  /** What would be made of the answers so far. */
  readonly draft: AgentDraft | undefined;
  readonly draftError: unknown;
  readonly error: unknown;
  readonly busy: boolean;
  readonly make: () => void;
}

/** The answers so far, what they would make, and making it. */
export function useCreator(): Creator {
  const t = useT();
  const [, navigate] = useLocation();
  const [answers, setAnswers] = useState<Answers>(NO_ANSWERS);
  const [sent, setSent] = useState(false);
  const settled = useSettled(answers, 350);
  const tried = triable(settled);
  const draft = useAgentDraft(tried ?? NO_ANSWERS, tried !== null);
  const { mutate, isPending, error } = useMakeAgent();
  const all = wrongOf(answers);
  const wrong = sent ? all : Object.fromEntries(Object.entries(all).filter(([, why]) => why !== "missing"));
  const make = () => {
    setSent(true);
    if (Object.keys(all).length > 0 || isPending) return;
    mutate(trimmed(answers), {
      onSuccess: (_, here) => {
        const words = t("conductor.creator.made", { agent: answers.id.trim() });
        toast.success(words);
        announce(words);
        if (here) navigate(pathOf({ environment: answers.environment, project: answers.project.trim(), id: answers.id.trim() }));
      },
    });
  };
  return {
    answers,
    set: (part) => setAnswers((before) => ({ ...before, ...part })),
    wrong,
    draft: tried === null ? undefined : draft.data,
    draftError: tried === null ? null : draft.error,
    error,
    busy: isPending,
    make,
  };
}
