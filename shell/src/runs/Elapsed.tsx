import { useEffect, useState } from "react";

import type { Run } from "@/api";
import { useI18n } from "@/i18n";
import { elapsedOf, isFinal } from "./status";

/** How long a run took; counts on while it goes on. */
export function Elapsed({ run }: { readonly run: Run }) {
  const { format } = useI18n();
  const [now, setNow] = useState(() => Date.now());
  const over = isFinal(run);
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [over]);
  return <span className="tabular-nums">{format.duration(elapsedOf(run, Math.max(now, Date.parse(run.started_at))))}</span>;
}
