import { useEffect, useEffectEvent } from "react";

import { subscribe } from "@/api";

/** Tells the run of an import as soon as it begins, once it was asked for: its answer comes only when it is over. */
export function useImportStart(capability: string, asked: boolean, onStarted: (run: string) => void): void {
  const tell = useEffectEvent(onStarted);
  useEffect(() => {
    if (!asked) return undefined;
    return subscribe({ types: ["call.started"] }, (events) => {
      const begun = events.find(({ data }) => data.type === "call.started" && data.capability === capability);
      if (begun?.run != null) tell(begun.run);
    });
  }, [asked, capability]);
}
