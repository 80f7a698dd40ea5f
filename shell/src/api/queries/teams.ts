/** Teams of agents: kept as documents, and who of one speaks right now. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { client, unwrap } from "../client";
import { readEvents, subscribe } from "../events";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import type { AgentTeam, FactOf, MemberFigures, TeamDraft } from "../types";

/** Make a team. */
export function useCreateTeam() {
  const stale = useStale();
  return useMutation({
    mutationFn: (draft: TeamDraft) => unwrap(client.POST("/v1/agent-teams", { body: { ...draft, id: null } })),
    ...stale,
  });
}

/** Save another version of a team; refused with 412 when it is no longer the version that was edited. */
export function useSaveTeam() {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ id, version, draft }: { readonly id: string; readonly version: number; readonly draft: TeamDraft }) =>
      unwrap(
        client.PUT("/v1/agent-teams/{id}", {
          params: { path: { id }, header: { "If-Match": `"v${version}"` } },
          body: draft,
        }),
      ),
    ...stale,
  });
}

/** Delete a team; the answer names the change that brings it back. */
export function useDeleteTeam() {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ id, version }: AgentTeam) =>
      unwrap(client.DELETE("/v1/agent-teams/{id}", { params: { path: { id }, header: { "If-Match": `"v${version}"` } } })),
    ...stale,
  });
}

/** What came of each member's work, by kind of request. */
export function useTeamFigures(id: string) {
  return useQuery({
    queryKey: [...keys.teams, "figures", id],
    queryFn: async ({ signal }) => (await unwrap(client.GET("/v1/agent-teams/{id}/figures", { params: { path: { id } }, signal }))).items,
  });
}

/** Forget figures of one member for one kind of request; the answer names the change that brings them back. */
export function useForgetFigures(id: string) {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ agent, kind }: Pick<MemberFigures, "agent" | "kind">) =>
      unwrap(client.DELETE("/v1/agent-teams/{id}/figures", { params: { path: { id }, query: { agent, kind } } })),
    ...stale,
  });
}

/** Who speaks for a team in one ask that is under way, and why. */
export interface SpeakingNow {
  readonly run: string;
  readonly agent: string;
  readonly why: string;
  readonly isWaiting: boolean;
}

/** Who speaks for a team right now, in each ask under way. */
export function useSpeakingNow(team: string) {
  const cache = useQueryClient();
  useEffect(() => {
    const types = ["team.routed", "team.stopped", "run.finished", "run.waiting", "run.resumed"] as const;
    return subscribe({ types }, () => void cache.invalidateQueries({ queryKey: [...keys.teams, "now"] }));
  }, [cache]);
  return useQuery({
    queryKey: [...keys.teams, "now", team],
    queryFn: async ({ signal }): Promise<readonly SpeakingNow[]> => {
      const pages = await Promise.all(
        (["executing", "waiting"] as const).map((status) => unwrap(client.GET("/v1/runs", { params: { query: { status, limit: 100 } }, signal }))),
      );
      const runs = pages.flatMap(({ items }) => items);
      const asks = runs.filter((run) => run.team === team && run.parent === null);
      const found = await Promise.all(
        asks.map(async ({ id }) => {
          const facts = (await readEvents("0", { run: id, topic: "team" })).map(({ data }) => data);
          const last = facts.filter((fact): fact is FactOf<"team.routed"> => fact.type === "team.routed").at(-1);
          const isWaiting = runs.some((run) => run.status === "waiting" && (run.id === id || (run.agent === last?.agent && run.team === team)));
          return last && { run: id, agent: last.agent, why: last.reason, isWaiting };
        }),
      );
      return found.filter((each) => each !== undefined);
    },
  });
}

function useStale() {
  const cache = useQueryClient();
  return { onSettled: () => cache.invalidateQueries({ queryKey: keys.teams }) };
}
