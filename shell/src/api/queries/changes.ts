/** Changes, and the way back. A subject is a change or a whole run. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import type { Run, UndoPreview } from "../types";

export interface Subject {
  readonly kind: "change" | "run";
  readonly id: string;
}

/** What a run changed, the latest first. */
export function useChanges(run: string) {
  return useQuery({
    queryKey: [...keys.changes, run],
    queryFn: async ({ signal }) =>
      (await unwrap(client.GET("/v1/changes", { params: { query: { run, limit: 200 } }, signal }))).items,
  });
}

/** What an undo would do; asked only while `enabled`. */
export function useUndoPreview(subject: Subject, enabled: boolean) {
  return useQuery({
    queryKey: [...keys.undo, subject.kind, subject.id],
    queryFn: async () => (await post(subject, true)) as UndoPreview,
    enabled,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Take a change or a run back. */
export function useUndo() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (subject: Subject) => (await post(subject, false)) as Run,
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: keys.changes });
      void cache.invalidateQueries({ queryKey: keys.runs });
    },
  });
}

function post(subject: Subject, preview: boolean): Promise<UndoPreview | Run> {
  const params = { path: { id: subject.id }, query: { preview } };
  return subject.kind === "run"
    ? unwrap(client.POST("/v1/runs/{id}/undo", { params }))
    : unwrap(client.POST("/v1/changes/{id}/undo", { params }));
}
