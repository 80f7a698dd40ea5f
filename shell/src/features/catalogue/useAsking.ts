import { useEffect, useState } from "react";

import { subscribe, useCancelRun, useRefreshCatalogueSource } from "@/api";

export interface Asking {
  readonly message: string;
  readonly fraction: number | null;
}

/** Ask a source, see how far that is, and stop it: the run is found by its call, which names the source. */
export function useAsking(source: string) {
  const refresh = useRefreshCatalogueSource(source);
  const cancel = useCancelRun();
  const [call, meet] = useState<{ readonly id: string; readonly run: string | null }>();
  const [progress, move] = useState<Asking>();
  const isAsking = refresh.isPending;
  useEffect(() => {
    if (!isAsking) return;
    let id: string | undefined;
    return subscribe({}, (events) => {
      for (const { data, run } of events) {
        if (data.type === "call.started" && data.capability === "additions.refresh_source" && data.params.source === source) {
          id = data.id;
          meet({ id, run: run ?? null });
        } else if (data.type === "call.progressed" && data.id === id) {
          move({ message: data.message, fraction: data.fraction ?? null });
        }
      }
    });
  }, [isAsking, source]);
  const stop = () => {
    if (call?.run != null) cancel.mutate(call.run);
  };
  return { refresh, isAsking, progress: isAsking ? progress : undefined, stop, canStop: isAsking && call?.run != null };
}
