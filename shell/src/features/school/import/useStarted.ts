import { useEffect, useRef } from "react";

import { subscribe } from "@/api";

/** Hears of the run of an import as soon as it begins: its answer comes only when it is over. */
export function useStarted(capability: string, asked: boolean, onStarted: (run: string) => void): void {
  const told = useRef(onStarted);
  told.current = onStarted;
  useEffect(() => {
    if (!asked) return undefined;
    return subscribe({ types: ["call.started"] }, (events) => {
      const begun = events.find(({ data }) => data.type === "call.started" && data.capability === capability);
      if (begun?.run != null) told.current(begun.run);
    });
  }, [asked, capability]);
}
