/** Schedules: what runs by itself, making and changing it, and when it would be due. */

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import type { NewSchedule, Schedule, ScheduleView } from "../types";

export interface ScheduleFilter {
  readonly project?: string;
  readonly workflow?: string;
  readonly conversation?: string;
}

/** More than this many are not looked at in one list. */
const MOST = 1_000;

/** Every schedule; of a project, a workflow or a conversation if one is named. */
export function useSchedules(filter: ScheduleFilter = {}) {
  return useQuery({
    queryKey: [...keys.schedules, "list", JSON.stringify(filter)],
    queryFn: async ({ signal }) => {
      const views: ScheduleView[] = [];
      let after: string | undefined;
      // Which is due first is only known once all are there: they are made in another order.
      do {
        const page = await unwrap(client.GET("/v1/tasks/scheduled", { params: { query: { ...filter, after, limit: 200 } }, signal }));
        views.push(...page.items);
        after = page.next ?? undefined;
      } while (after !== undefined && views.length < MOST);
      return views;
    },
  });
}

/** One schedule as it stands now. */
export function useSchedule(id: string) {
  return useQuery({
    queryKey: [...keys.schedules, "one", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/tasks/scheduled/{id}", { params: { path: { id } }, signal })),
  });
}

/** When something would be due: exactly one of the three says how often. */
export interface WhenDue {
  readonly at: string | null;
  readonly interval_s: number | null;
  readonly cron: string | null;
  readonly timezone: string;
}

/** The next times of a timing that nobody saved; what is wrong with it is the error. */
export function useNextTimes(when: WhenDue | null) {
  return useQuery({
    queryKey: [...keys.schedules, "preview", JSON.stringify(when)],
    queryFn: ({ signal }) => unwrap(client.POST("/v1/tasks/scheduled/preview", { body: when as WhenDue, signal })),
    enabled: when !== null,
    placeholderData: keepPreviousData,
  });
}

/** Make a schedule. */
export function useCreateSchedule() {
  const stale = useStale();
  return useMutation({
    // What is left out is as the server has it by default.
    mutationFn: (schedule: Partial<NewSchedule> & Pick<NewSchedule, "project">) =>
      unwrap(client.POST("/v1/tasks/scheduled", { body: schedule as NewSchedule })),
    ...stale,
  });
}

/** Replace a schedule; refused with 412 when it is no longer the version that was edited. */
export function useSaveSchedule() {
  const stale = useStale();
  return useMutation({
    mutationFn: (schedule: Schedule) =>
      unwrap(
        client.PUT("/v1/tasks/scheduled/{id}", {
          params: { path: { id: schedule.id }, header: { "If-Match": `"v${schedule.version}"` } },
          body: schedule,
        }),
      ),
    ...stale,
  });
}

/** Let a schedule rest, or go on. */
export function usePauseSchedule() {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ id, paused }: { readonly id: string; readonly paused: boolean }) =>
      unwrap(
        paused
          ? client.POST("/v1/tasks/scheduled/{id}/pause", { params: { path: { id } } })
          : client.POST("/v1/tasks/scheduled/{id}/resume", { params: { path: { id } } }),
      ),
    ...stale,
  });
}

/** Do it now, besides its times. The answer is the run that began. */
export function useRunSchedule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(client.POST("/v1/tasks/scheduled/{id}/run", { params: { path: { id } } })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.schedules }),
  });
}

/** Remove a schedule. The answer names the change that brings it back. */
export function useDeleteSchedule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (schedule: Schedule) =>
      unwrap(
        client.DELETE("/v1/tasks/scheduled/{id}", {
          params: { path: { id: schedule.id }, header: { "If-Match": `"v${schedule.version}"` } },
        }),
      ),
    onSuccess: (_, { id }) => {
      cache.setQueriesData<readonly ScheduleView[]>({ queryKey: [...keys.schedules, "list"] }, (list) =>
        list?.filter(({ schedule }) => schedule.id !== id),
      );
    },
    onSettled: () => cache.invalidateQueries({ queryKey: [...keys.schedules, "list"] }),
  });
}

function useStale() {
  const cache = useQueryClient();
  return {
    onSuccess: (saved: ScheduleView) => {
      cache.setQueryData([...keys.schedules, "one", saved.schedule.id], saved);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.schedules }),
  };
}
