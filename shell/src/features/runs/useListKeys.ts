import { useLayoutEffect, useState } from "react";
import { useLocation } from "wouter";

import { isTyping } from "@/actions";
import { isPageCovered } from "@/ui";
import type { Run } from "@/api";
import { pathOf } from "@/runs";

/** The keyboard of the list: j and k move a mark, Enter opens what is marked. The answer is the place marked, or -1. */
export function useListKeys(runs: readonly Run[], onMove: (place: number) => void): number {
  const [, navigate] = useLocation();
  const [marked, mark] = useState<string>();
  const place = runs.findIndex((run) => run.id === marked);
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (isTyping(event.target) || isPageCovered()) return;
      const step = { j: 1, k: -1 }[event.key];
      const open = runs[place];
      if (step !== undefined && runs.length > 0) {
        const next = Math.min(Math.max(place + step, 0), runs.length - 1);
        mark(runs[next]?.id);
        onMove(next);
      } else if (event.key === "Enter" && open !== undefined && event.target === document.body) {
        navigate(pathOf(open));
      } else {
        return;
      }
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [runs, place, onMove, navigate]);
  return place;
}
