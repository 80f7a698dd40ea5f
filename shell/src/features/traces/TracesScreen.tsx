import { useParams, useSearch } from "wouter";

import { FilePage } from "./FilePage";
import { ComparisonPage } from "./ComparisonPage";
import { TracePage } from "./TracePage";

/** The trace of a run; beside that of another one; or one from a file. */
export function TracesScreen() {
  const { id } = useParams<{ readonly id?: string }>();
  const other = new URLSearchParams(useSearch()).get("with");
  if (id === undefined) return <FilePage />;
  if (other) return <ComparisonPage run={id} other={other} />;
  return <TracePage key={id} run={id} />;
}
