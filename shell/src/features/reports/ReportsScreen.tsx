import { Redirect, useParams } from "wouter";

import { ReportPage } from "./ReportPage";

/** The report of a run; without one, the runs there are. */
export function ReportsScreen() {
  const { run } = useParams<{ run?: string }>();
  return run === undefined ? <Redirect to="/runs" replace /> : <ReportPage key={run} run={run} />;
}
