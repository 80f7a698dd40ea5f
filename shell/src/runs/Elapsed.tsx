import type { Run } from "@/api";
import { Ticking } from "./Ticking";

/** How long a run took; counts on while it goes on. */
export function Elapsed({ run }: { readonly run: Run }) {
  return <Ticking from={run.started_at} to={run.finished_at} />;
}
