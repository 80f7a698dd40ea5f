import { useEffect, useState } from "react";

/** Milliseconds since a moment, ticking while `running`; else until `end`. */
export function useElapsed(start: string, end: string | null, running: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 200);
    return () => clearInterval(timer);
  }, [running]);
  return Math.max(0, (end === null ? now : Date.parse(end)) - Date.parse(start));
}
