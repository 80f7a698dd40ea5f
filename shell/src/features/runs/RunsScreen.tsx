import { useParams } from "wouter";

import { RunList } from "./RunList";
import { RunPage } from "./RunPage";

/** Runs: work that has steps, to watch, pause, decide and repeat; each on its own page. */
export function RunsScreen() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <RunList /> : <RunPage key={id} id={id} />;
}
