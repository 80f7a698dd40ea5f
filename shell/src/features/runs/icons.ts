import { Bot, GitFork, type LucideIcon, UserRound, Workflow, Wrench } from "lucide-react";

import type { StepKind } from "@/api";

/** A picture for each kind of step. */
export const ICONS: Readonly<Record<StepKind, LucideIcon>> = {
  call: Wrench,
  agent: Bot,
  condition: GitFork,
  workflow: Workflow,
  human: UserRound,
};
