import { useState } from "react";

import type { Agent, AgentFields } from "@/api";
import { AgentQuestions } from "./AgentQuestions";
import { TryOut } from "./TryOut";

interface AgentTrialsProps {
  readonly agent: Agent;
  /** What is different in the edit that is not saved; none while there is no such edit. */
  readonly draft: AgentFields | null;
}

/** Trying an agent before it is saved: one question to both versions, and questions with expectations. */
export function AgentTrials({ agent, draft }: AgentTrialsProps) {
  const [kept, keep] = useState<string>();
  return (
    <>
      <TryOut agent={agent.id} draft={draft} states={draft === null ? "saved" : "both"} onKeep={keep} />
      <AgentQuestions agent={agent} draft={draft} kept={kept} onTaken={() => keep(undefined)} />
    </>
  );
}
