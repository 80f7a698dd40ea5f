/** What came of a trial, arranged to be read. Pure. */

import type { ComparedQuestion, SubjectResult, TestQuestion, Trial, TrialCell, TrialSummary } from "@/api";
import type { Translate } from "@/i18n";

/** How one subject did with one question; `waiting` while it has not answered. */
export type Mark = TrialCell["status"] | "waiting";

export interface ResultCell {
  readonly mark: Mark;
  /** Its answers, one for each time it was asked. */
  readonly answers: readonly TrialCell[];
}

export interface ResultRow {
  readonly question: TestQuestion;
  /** One for each subject, in their order. */
  readonly cells: readonly ResultCell[];
  readonly regressed: boolean;
}

const WORST: readonly Mark[] = ["failed", "error", "not_checked", "passed"];

/** Questions by subjects, those that got worse first. */
export function rowsOf(trial: Trial, regressed: ReadonlySet<string> = new Set()): readonly ResultRow[] {
  const rows = trial.questions.map((question): ResultRow => {
    const cells = trial.results.map(({ subject }): ResultCell => {
      const answers = trial.cells.filter((cell) => cell.question === question.id && cell.subject === subject);
      return { mark: markOf(answers, trial.repeats), answers };
    });
    return { question, cells, regressed: regressed.has(question.id) };
  });
  return [...rows.filter((row) => row.regressed), ...rows.filter((row) => !row.regressed)];
}

/** Asked several times, the worst counts; it has not passed until it was asked as often as wanted. */
export function markOf(answers: readonly TrialCell[], repeats: number): Mark {
  const worst = WORST.find((mark) => answers.some(({ status }) => status === mark));
  if (worst === undefined) return "waiting";
  return worst === "passed" && answers.length < repeats ? "waiting" : worst;
}

const LIVE: ReadonlySet<TrialSummary["status"]> = new Set(["queued", "executing", "waiting", "paused"]);

/** Whether answers are still to come. */
export const isLive = ({ status }: Pick<TrialSummary, "status">): boolean => LIVE.has(status);

/** What was better in the version before: a question, who got worse, and why. */
export interface Regression {
  readonly question: string;
  readonly words: string;
  readonly label: string;
  readonly why: readonly string[];
}

/** What fails now and passed in the trial before. */
export function regressionsOf(compared: readonly ComparedQuestion[]): readonly Regression[] {
  return compared.filter(({ change }) => change === "newly_failing").map(({ question, words, label, why = [] }) => ({ question, words, label, why }));
}

/** What a draft fails and the saved version of the same agent passes, in one trial. */
export function draftRegressions(trial: Trial): readonly Regression[] {
  const drafts = trial.results.filter(({ is_draft }) => is_draft);
  return drafts.flatMap((draft) => {
    const saved = trial.results.find((each) => !each.is_draft && each.agent === draft.agent);
    if (saved === undefined) return [];
    return trial.questions.flatMap((question): readonly Regression[] => {
      const of = (subject: number) => trial.cells.filter((cell) => cell.question === question.id && cell.subject === subject);
      const [before, after] = [markOf(of(saved.subject), trial.repeats), markOf(of(draft.subject), trial.repeats)];
      if (before !== "passed" || (after !== "failed" && after !== "error")) return [];
      return [{ question: question.id, words: question.words, label: draft.label, why: whyOf(of(draft.subject)) }];
    });
  });
}

/** What answers did not keep to, each once. */
export function whyOf(answers: readonly TrialCell[]): readonly string[] {
  const reasons = answers.flatMap(({ checks = [], problem }) => [
    ...checks.filter(({ passed }) => passed === false).map(({ sentence }) => sentence),
    ...(problem ? [problem.message] : []),
  ]);
  return [...new Set(reasons)];
}

/** Names an agent that was tried, in the person's language where it is one of ours. */
export type AgentName = (subject: Pick<SubjectResult, "agent" | "agent_name">) => string;

/** What a subject is called beside others: the agent where several are tried, its version or that it is a draft. */
export function subjectWords(subject: SubjectResult, all: readonly SubjectResult[], t: Translate, called: AgentName): string {
  const which = subject.is_draft ? t("evaluations.subject.draft") : t("evaluations.subject.version", { version: subject.version });
  const several = new Set(all.map(({ agent }) => agent)).size > 1;
  const base = several ? t("evaluations.subject.of", { name: called(subject), which }) : which;
  const models = new Set(all.map((each) => each.models.join())).size > 1;
  return models && subject.models.length > 0 ? `${base} · ${subject.models.map(bare).join(", ")}` : base;
}

const bare = (model: string) => model.slice(model.indexOf("/") + 1);

/** How much of all that could be checked passed, over all subjects; none while there is nothing. */
export function passRate(results: readonly SubjectResult[]): number | null {
  const judged = results.reduce((sum, each) => sum + each.passed + each.failed + each.errors, 0);
  return judged === 0 ? null : results.reduce((sum, each) => sum + each.passed, 0) / judged;
}
