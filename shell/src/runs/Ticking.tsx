import { useEffect, useState } from "react";

import { useI18n } from "@/i18n";

interface TickingProps {
  /** When it began, and when it ended; without an end it counts on. */
  readonly from: string;
  readonly to: string | null;
}

/** How long something took, or takes so far. */
export function Ticking({ from, to }: TickingProps) {
  const { format } = useI18n();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (to !== null) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [to]);
  const begin = Date.parse(from);
  const end = to === null ? Math.max(now, begin) : Date.parse(to);
  return <span className="tabular-nums">{format.duration(Math.max(0, end - begin))}</span>;
}
