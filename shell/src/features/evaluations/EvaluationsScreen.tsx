import { useParams } from "wouter";

import { EvaluationList } from "./EvaluationList";
import { EvaluationPage } from "./EvaluationPage";
import { NewEvaluation } from "./NewEvaluation";

/** Evaluations: sets of questions that agents are tried with, and each set on its own page. */
export function EvaluationsScreen() {
  const { id } = useParams<{ id?: string }>();
  if (id === undefined) return <EvaluationList />;
  return id === "new" ? <NewEvaluation /> : <EvaluationPage key={id} id={id} />;
}
