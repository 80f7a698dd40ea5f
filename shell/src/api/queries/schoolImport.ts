/** School Power: marks, attendance and rosters that come in as files. */

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import type { SchoolImported, SchoolImportKind, SchoolRoster } from "../school-import";
import { spoken } from "../spoken";

export type SchoolImportWish = Readonly<Record<string, unknown>>;

type Told = SchoolImported | SchoolRoster;

async function imported(kind: SchoolImportKind, params: SchoolImportWish, modo: "previa" | "aplicar", signal?: AbortSignal) {
  return unwrap(
    client.POST("/v1/capabilities/{name}/call", {
      params: { path: { name: `school.importar_${kind}` } },
      body: { params: { ...params, modo }, project: null, locale: spoken(), by_hand: true, seen: null, confirm: null },
      signal,
    }),
  );
}

/** What a file would do; nothing is asked before it is known whose it is. */
export function useSchoolImportPreview(kind: SchoolImportKind, params: SchoolImportWish, enabled: boolean) {
  return useQuery({
    queryKey: ["preview", "school", kind, JSON.stringify(params), spoken()],
    queryFn: async ({ signal }) => (await imported(kind, params, "previa", signal)).result.data as Told,
    enabled,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
}

/** Do it: all of it, as one change. */
export function useSchoolImport(kind: SchoolImportKind) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (params: SchoolImportWish) => imported(kind, params, "aplicar"),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.school }),
  });
}
