import { useParams } from "wouter";

import { RunList } from "./RunList";
import { RunPage } from "./RunPage";

/** Activity: everything that was done, and each run on its own page. */
export function ActivityScreen() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <RunList /> : <RunPage key={id} id={id} />;
}
