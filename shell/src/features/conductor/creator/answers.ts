/** What the creator of agents asks, and when the answers are enough. Pure. */

import type { AgentAnswers } from "@/api";

export type Answers = Required<AgentAnswers>;

export const NO_ANSWERS: Answers = {
  environment: "",
  project: "",
  output_scope: [],
  id: "",
  description: "",
  provider: null,
  model: null,
  persona: "",
  tools: ["Read", "Grep", "Glob", "LS"],
  task: "",
  execution_mode: "project_resident",
};

/** The tools by the names that manifests use. */
export const TOOLS = ["Read", "Grep", "Glob", "LS", "Write", "Bash"] as const;

const NAME = /^[A-Za-z0-9._-]{1,64}$/;

export type Wrong = "missing" | "name" | "outside";

/** What is wrong with the answers, by the question; what is still empty is only missing once it is sent. */
export function wrongOf(answers: Answers): Readonly<Partial<Record<keyof Answers, Wrong>>> {
  const wrong: Partial<Record<keyof Answers, Wrong>> = {};
  for (const key of ["environment", "project", "id", "description"] as const) {
    if (answers[key].trim() === "") wrong[key] = "missing";
    else if (key !== "description" && !isName(answers[key])) wrong[key] = "name";
  }
  const outside = answers.output_scope.find((glob) => /^!?\//.test(glob) || glob.split("/").includes(".."));
  if (outside !== undefined) wrong.output_scope = "outside";
  return wrong;
}

/** Whether a scope reaches everything there is: allowed, but hardly ever meant. */
export const reachesAll = (globs: readonly string[]): boolean => globs.some((glob) => /^(\*\*\/?)+(\*|\*\.\*)?$/.test(glob));

/** Another scope. Who first says where it writes wants a tool that does; whoever takes it away again is not overruled. */
export function scoped(answers: Pick<Answers, "output_scope" | "tools">, globs: readonly string[]): Pick<Answers, "output_scope" | "tools"> {
  const first = answers.output_scope.length === 0 && globs.length > 0;
  const tools = first ? TOOLS.filter((tool) => tool === "Write" || answers.tools.includes(tool)) : answers.tools;
  return { output_scope: [...globs], tools: [...tools] };
}

/** The answers so far, whole enough to be tried; null before there is a place. */
export function triable(answers: Answers): Answers | null {
  const wrong = wrongOf(answers);
  if (wrong.environment ?? wrong.project ?? wrong.output_scope) return null;
  const named = wrong.id === undefined ? answers.id : "agent";
  return { ...trimmed(answers), id: named, description: answers.description.trim() || named };
}

/** The answers as they are sent. */
export function trimmed(answers: Answers): Answers {
  return {
    ...answers,
    id: answers.id.trim(),
    project: answers.project.trim(),
    description: answers.description.trim(),
    persona: answers.persona.trim(),
    task: answers.task.trim(),
  };
}

function isName(text: string): boolean {
  return NAME.test(text.trim()) && !/^\.+$/.test(text.trim());
}
