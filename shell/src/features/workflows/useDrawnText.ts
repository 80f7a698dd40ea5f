import { useEffect, useState } from "react";

import { useWorkflowCheck } from "@/api";
import { idOf, recall, remember, type Unsaved } from "./drafts";

/** Whether what was drawn last still has to become text, so that both show the same. */
export function useDrawnText(id: string, version: number, text: string): boolean {
  const [drawn, setDrawn] = useState<Unsaved | undefined>(() => {
    const kept = recall(id);
    return kept?.drawn === undefined ? undefined : kept;
  });
  const mine = useWorkflowCheck(drawn?.drawn === undefined ? "" : JSON.stringify({ ...drawn.drawn.mine, id: idOf(drawn.drawn.mine) }));
  const isOlder = drawn !== undefined && drawn.version !== version;
  const base = useWorkflowCheck(isOlder && drawn.drawn !== undefined ? JSON.stringify(drawn.drawn.base) : "");
  const isRead = drawn !== undefined && (mine.data !== undefined || mine.error !== null) && (!isOlder || base.data !== undefined || base.error !== null);
  useEffect(() => {
    if (!isRead || drawn.drawn === undefined) return;
    // What is not complete enough to be a document is shown as it is: nothing of it is lost.
    const written = mine.data?.document ?? JSON.stringify(drawn.drawn.mine, null, 2);
    const before = isOlder ? (base.data?.document ?? JSON.stringify(drawn.drawn.base, null, 2)) : text;
    remember(id, { version: drawn.version, base: before, mine: written });
    setDrawn(undefined);
  }, [isRead, drawn, mine.data, base.data, isOlder, id, text]);
  return drawn !== undefined;
}
