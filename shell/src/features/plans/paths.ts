/** Places of a plan in words: `steps.2.description` is "Step 2 · Description". Pure. */

import type { Translate } from "@/i18n";

const FIELDS = [
  "title",
  "description",
  "file",
  "file_action",
  "files",
  "validation",
  "check",
  "rationale",
  "dependencies",
  "approval",
  "call",
  "agent",
  "question",
  "kind",
  "status",
  "repeat",
  "when",
  "line_start",
  "line_end",
] as const;
const PARTS = ["title", "goal", "steps", "context", "clarifications", "risks", "success_criteria"] as const;

export function pathWords(path: string, t: Translate): string {
  const [part = "", id, field] = path.split(".");
  if (part === "steps" && id !== undefined) {
    const known = FIELDS.find((each) => each === field);
    const step = t("plans.path.step", { id });
    if (field === undefined) return step;
    return `${step} · ${known === undefined ? path.split(".").slice(2).join(".") : t(`plans.field.${known}`)}`;
  }
  const known = PARTS.find((each) => each === part);
  return known === undefined ? path : t(`plans.path.${known}`);
}

/** Two values as a diff of words: what goes, then what comes. */
export function asDiff(before: string, after: string): string {
  const lines = (text: string) => (text === "" ? [] : text.split("\n"));
  const [gone, come] = [lines(before), lines(after)];
  return [`@@ -1,${gone.length} +1,${come.length} @@`, ...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)].join("\n");
}
