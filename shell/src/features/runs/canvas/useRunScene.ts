import { useEffect, useMemo, useState } from "react";

import { type Graph, type RunDetail, type RunGraph, useWorkflow, useWorkflowVersion } from "@/api";
import { type Draft, draftOf, isSame, OUTPUT, splitPlace, statesOf } from "@/flow";
import { type Moment, type Steps, storyIn, useRunEvents } from "@/runs";
import { type EditorStore, makeEditor, NO_LOOKS } from "@/workflows";

/** The story of a run, with what happens while one looks at it. */
export function useStory(detail: RunDetail) {
  const own = useRunEvents(detail);
  return useMemo(() => {
    const known = detail.events.filter(({ run }) => run === detail.run.id).length;
    return storyIn(detail.run.id, detail.children, [...detail.events, ...own.slice(known)]);
  }, [detail, own]);
}

/** How the drawing of a run differs from its workflow as it is now. */
export interface Origin {
  /** The version it ran, and the one there is now, when they differ. */
  readonly older: { readonly ran: number; readonly now: number } | null;
  /** Where its nodes were put in the version that ran. */
  readonly canvas: Draft["canvas"];
}

/** Where a run came from: its nodes stand where they stood in the version of the workflow it ran. */
export function useOrigin({ workflow, workflow_version: ran }: RunGraph["run"]): Origin {
  const { data: now } = useWorkflow(workflow ?? undefined);
  const { data: then } = useWorkflowVersion(workflow ?? "", workflow === null ? undefined : (ran ?? undefined));
  return useMemo(() => {
    const older = now === undefined || ran === null || now.version === ran ? null : { ran, now: now.version };
    const canvas = then === undefined ? null : draftOf(then).canvas;
    return { older, canvas: canvas === null ? null : { ...canvas, pins: {} } };
  }, [now, then, ran]);
}

/** A graph of a run as a draft to be drawn. */
export function drawnRun(graph: Graph, run: RunGraph["run"], canvas: Draft["canvas"]): Draft {
  return draftOf({ id: run.id, title: run.title, description: "", project: run.project, budget: null, at_once: run.at_once, graph, canvas });
}

/** A canvas that shows the run as it stood at a moment, or stands now, and opens steps elsewhere. */
export function useRunScene(graph: RunGraph, steps: Steps, moment: Moment | null, canvas: Draft["canvas"], openStep: (place: string) => void): EditorStore {
  const shown = moment?.graph ?? graph.graph;
  const draft = useMemo(() => drawnRun(shown, graph.run, canvas), [shown, graph.run, canvas]);
  const [store] = useState(() => makeEditor(draft, NO_LOOKS, true));
  useEffect(() => {
    const { draft: before, reset } = store.getState();
    if (!isSame([before.graph, before.canvas], [draft.graph, draft.canvas])) reset(draft);
  }, [store, draft]);
  useEffect(() => {
    const states = statesOf((moment?.steps ?? steps).values());
    // A clock that ticks on would tell of now: what was under way then is shown as long as it had taken.
    const ts = moment?.event?.ts ?? null;
    if (ts !== null) for (const [place, state] of states) if (state.finishedAt === null) states.set(place, { ...state, finishedAt: ts });
    store.getState().look({ steps: states });
  }, [store, steps, moment]);
  useEffect(
    () =>
      store.subscribe(({ open, show, draft: now }) => {
        if (open === null || splitPlace(open).id === OUTPUT || !isStepIn(now, open)) return;
        show(null);
        openStep(open);
      }),
    [store, openStep],
  );
  return store;
}

function isStepIn(draft: Draft, place: string): boolean {
  return draft.graph.nodes.some(({ id }) => place === id || place.startsWith(`${id}/`));
}
