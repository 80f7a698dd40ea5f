import { useMemo } from "react";
import { useStore } from "zustand";

import { useRunGraph, useStepResults } from "@/api";
import { graphOf, placeOf, splitPlace, statesOf, stepsBefore } from "@/flow";
import { type EditorStore, type LastRun, NO_RUN } from "@/workflows";

const MOST = 30;

/** What a run was given, shares and made, as far as the open step can look at it. */
export function useLastRun(store: EditorStore, run: string | undefined): LastRun {
  const open = useStore(store, (editor) => editor.open);
  const graph = useStore(store, ({ draft }) => graphOf(draft, open === null ? null : splitPlace(open).inside));
  const { data } = useRunGraph(run);
  const places = useMemo(() => {
    if (open === null || graph === null || data === undefined) return [];
    const { inside, id } = splitPlace(open);
    const wanted = new Set([...stepsBefore(graph, id), id].map((each) => placeOf(inside, each)));
    return data.steps.filter(({ place, status }) => wanted.has(place) && status === "done").map(({ place }) => place).slice(0, MOST);
  }, [open, graph, data]);
  const results = useStepResults(run ?? "", places);
  const states = useMemo(() => statesOf(data?.steps ?? []), [data]);
  return useMemo(
    () => (data === undefined || run === undefined ? NO_RUN : { run, inputs: data.inputs, state: data.state, results, states }),
    [data, run, results, states],
  );
}
