import { useParams } from "wouter";

import { PlanList } from "./PlanList";
import { PlanPage } from "./PlanPage";

/** The address of a plan that is still to be made; no plan can have it, its id is longer. */
const NEW = "new";

/** Plans: all of them with a field for the next one, or one with its steps, its versions and what its run has in mind. */
export function PlansScreen() {
  const { id, tab } = useParams<{ id?: string; tab?: string }>();
  if (id === undefined || id === NEW) return <PlanList fresh={id === NEW} />;
  return <PlanPage key={id} id={id} tab={tab} />;
}
