import { Suspense } from "react";

import { usePersonas } from "@/api";
import { ContextOfTalk } from "@/plans";
import type { Chat } from "./model";
import { lastSaid, planRun } from "./select";

/** What an agent may call that answers with a plan. */
const PLANS = "planner.plan";

interface PlanContextProps {
  readonly chat: Chat | null;
  /** Who will answer, while nothing is there yet. */
  readonly agent: string | undefined;
  /** The words that are on their way. */
  readonly words: string | undefined;
}

/** What is in mind in a talk with an agent of an app that works by plans: there from the first words on. */
export function PlanContext({ chat, agent, words }: PlanContextProps) {
  const { data: agents = [] } = usePersonas();
  const current = agents.find(({ id }) => id === (chat?.about.agent ?? agent));
  const objective = words ?? (chat === null ? undefined : lastSaid(chat)?.content);
  const plans = current?.app != null && current.capabilities.allow.includes(PLANS);
  if (!plans || objective === undefined || objective === "") return null;
  return (
    <Suspense fallback={null}>
      <ContextOfTalk objective={objective} run={chat === null ? null : planRun(chat)} />
    </Suspense>
  );
}
