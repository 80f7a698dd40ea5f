/** Test questions while they are written. Pure. */

import type { Evaluation, EvaluationDraft, TestQuestion } from "@/api";

/** Another question, with an id that none of the others has: results are kept by it. */
export function freshQuestion(questions: readonly TestQuestion[]): TestQuestion {
  const taken = new Set(questions.map(({ id }) => id));
  let number = questions.length + 1;
  while (taken.has(`q${number}`)) number += 1;
  return { id: `q${number}`, words: "", expectations: [] };
}

/** Those that ask something: a card that was left empty is not kept. */
export function askable(questions: readonly TestQuestion[]): TestQuestion[] {
  return questions.filter(({ words }) => words.trim() !== "");
}

/** What of a set people write. */
export function draftOf(evaluation: Evaluation): EvaluationDraft {
  const { id: _id, version: _version, created_at: _created, updated_at: _updated, ...draft } = evaluation;
  return draft;
}

/** Whether two lists ask the same and expect the same. */
export function sameQuestions(one: readonly TestQuestion[], other: readonly TestQuestion[]): boolean {
  return JSON.stringify(one.map(plain)) === JSON.stringify(other.map(plain));
}

const plain = ({ id, words, expectations }: TestQuestion) => [id, words.trim(), (expectations ?? []).map((each) => Object.entries(each).sort())];
