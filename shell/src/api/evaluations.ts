/** Evaluations: sets of test questions, and the trials that were made with them. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type AgentFields = Schemas["AgentFields"];
export type ComparedQuestion = Schemas["ComparedQuestion"];
export type Evaluation = Schemas["Evaluation"];
export type EvaluationDraft = Schemas["EvaluationDraft"];
export type Expectation = NonNullable<TestQuestion["expectations"]>[number];
export type TrialSubject = Schemas["Subject"];
export type SubjectResult = Schemas["SubjectResult"];
export type TestQuestion = Schemas["TestQuestion"];
export type Trial = Schemas["Trial"];
export type TrialCell = Schemas["TrialCell"];
export type TrialSummary = Schemas["TrialSummary"];
export type TriedCall = Schemas["TriedCall"];
