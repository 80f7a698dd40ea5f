/** Reports: what a run did, in sentences that can be looked up. */

import { useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { isProblem } from "../problem";

/** The report of a run, null while it is not written; nothing is asked without an id. */
export function useReport(run: string | undefined) {
  return useQuery({
    queryKey: keys.report(run ?? ""),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/v1/runs/{id}/report", { params: { path: { id: run ?? "" } }, signal })).catch((error: unknown) => {
        if (isProblem(error, "not_found")) return null;
        throw error;
      }),
    enabled: run !== undefined,
  });
}

/** Write the report of a run anew. */
export function useWriteReport(run: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(client.POST("/v1/runs/{id}/report", { params: { path: { id: run } } })),
    onSuccess: (report) => cache.setQueryData(keys.report(run), report),
  });
}
