import { expect, test } from "vitest";

import type { ComparedQuestion, SubjectResult, Trial, TrialCell } from "@/api";
import { i18nOf } from "@/i18n";
import { draftRegressions, markOf, passRate, regressionsOf, rowsOf, subjectWords, whyOf } from "./results";

function cell(question: string, subject: number, status: TrialCell["status"], more: Partial<TrialCell> = {}): TrialCell {
  return { place: 0, question, subject, repeat: 1, run: null, status, answer: "", problem: null, checks: [], calls: [], model: null, tokens: 0, cost: 0, seconds: 0, ...more };
}

function subject(place: number, more: Partial<SubjectResult> = {}): SubjectResult {
  const counts = { total: 0, passed: 0, failed: 0, not_checked: 0, errors: 0, pass_rate: null };
  return { subject: place, label: "", agent: "reviewer", agent_name: "Reviewer", version: 1, is_draft: false, models: [], ...counts, tokens: 0, cost: 0, seconds: 0, ...more };
}

function trial(cells: readonly TrialCell[], results: readonly SubjectResult[], repeats = 1): Trial {
  const questions = ["a", "b"].map((id) => ({ id, words: `Question ${id}`, expectations: [] }));
  return {
    id: "trial_1",
    run: "run_1",
    title: "",
    evaluation: null,
    evaluation_version: null,
    status: "done",
    problem: null,
    started_at: "2026-01-01T10:00:00Z",
    ended_at: null,
    repeats,
    done: cells.length,
    total: cells.length,
    results: [...results],
    baseline: null,
    questions,
    cells: [...cells],
  };
}

const failed = (sentence: string): TrialCell["checks"] => [{ expectation: { expects: "cites", document: "" }, sentence, passed: false, why: "", score: null, by_model: false }];

test("asked several times, the worst answer counts, and passing waits for the last", () => {
  const answers = (...marks: TrialCell["status"][]) => marks.map((mark) => cell("a", 0, mark));
  expect(markOf([], 1)).toBe("waiting");
  expect(markOf(answers("passed"), 2)).toBe("waiting");
  expect(markOf(answers("passed", "passed"), 2)).toBe("passed");
  expect(markOf(answers("passed", "failed"), 2)).toBe("failed");
  expect(markOf(answers("passed", "not_checked"), 2)).toBe("not_checked");
  expect(markOf(answers("error"), 2)).toBe("error");
});

test("questions that got worse stand first, the others keep their order", () => {
  const rows = rowsOf(trial([cell("a", 0, "passed"), cell("b", 0, "failed")], [subject(0)]), new Set(["b"]));
  expect(rows.map(({ question, regressed, cells }) => [question.id, regressed, cells.map(({ mark }) => mark)])).toEqual([
    ["b", true, ["failed"]],
    ["a", false, ["passed"]],
  ]);
});

test("a draft that fails what the saved version passes got worse, and says why once", () => {
  const cells = [cell("a", 0, "passed"), cell("a", 1, "failed", { checks: failed("Mentions Friday") }), cell("b", 0, "failed"), cell("b", 1, "failed")];
  const found = draftRegressions(trial(cells, [subject(0), subject(1, { is_draft: true })]));
  expect(found).toEqual([{ question: "a", words: "Question a", label: "", why: ["Mentions Friday"] }]);
  expect(draftRegressions(trial(cells, [subject(0, { agent: "other" }), subject(1, { is_draft: true })]))).toEqual([]);
  expect(whyOf([cell("a", 0, "failed", { checks: failed("No.") }), cell("a", 0, "failed", { checks: failed("No.") })])).toEqual(["No."]);
});

test("of a comparison only what fails newly got worse", () => {
  const compared = (change: ComparedQuestion["change"]) =>
    ({ question: change, words: "", label: "", agent: "", change, before: null, after: null, why: [] }) as unknown as ComparedQuestion;
  expect(regressionsOf([compared("same"), compared("newly_failing"), compared("newly_passing")]).map(({ question }) => question)).toEqual(["newly_failing"]);
});

test("subjects are called by what tells them apart", () => {
  const { t } = i18nOf("en");
  const called = ({ agent_name }: { readonly agent_name: string }) => agent_name;
  const [saved, draft] = [subject(0, { version: 3, models: ["ollama/small"] }), subject(1, { is_draft: true, models: ["ollama/small"] })];
  expect([saved, draft].map((each) => subjectWords(each, [saved, draft], t, called))).toEqual(["Version 3", "Your draft"]);
  const other = subject(2, { agent: "coder", agent_name: "Coder", models: ["ollama/big"] });
  expect(subjectWords(other, [saved, other], t, called)).toBe("Coder, Version 1 · big");
});

test("what could not be checked counts neither way", () => {
  expect(passRate([subject(0, { not_checked: 3 })])).toBeNull();
  expect(passRate([subject(0, { passed: 1, failed: 1 }), subject(1, { passed: 1, errors: 1, not_checked: 5 })])).toBe(0.5);
});
