/** Skills: listed, read, exported, and what they hold brought back. Accepting and removing go by hand. */

import { useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { spoken } from "../spoken";
import type { SkillPackage } from "../types";

/** Accepted skills, and those that lie in folders of a project, of the data directory and of apps. */
export function useSkills(project: string | undefined) {
  return useQuery({
    queryKey: [...keys.skills, "list", project ?? "", spoken()],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/skills", { params: { query: { project, locale: spoken() } }, signal })),
  });
}

/** One accepted skill with its words and files. */
export function useSkill(id: string) {
  return useQuery({
    queryKey: [...keys.skills, "one", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/skills/{id}", { params: { path: { id } }, signal })),
  });
}

/** A text file of an accepted skill. */
export function useSkillFile(id: string, path: string) {
  return useQuery({
    queryKey: [...keys.skills, "file", id, path],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/skills/{id}/file", { params: { path: { id }, query: { path } }, signal })),
  });
}

/** Bring back the tool or the workflow that a skill holds. */
export function useRestoreFromSkill() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(client.POST("/v1/skills/{id}/restore", { params: { path: { id } } })),
    onSuccess: async () => {
      await Promise.all([cache.invalidateQueries({ queryKey: keys.tools }), cache.invalidateQueries({ queryKey: keys.skills })]);
    },
  });
}

/** An accepted skill as a zip. */
export async function exportSkill(id: string): Promise<SkillPackage> {
  return unwrap(client.GET("/v1/skills/{id}/export", { params: { path: { id } } }));
}

/** A tool made here as the zip of a skill. */
export async function exportToolAsSkill(tool: string): Promise<SkillPackage> {
  return unwrap(client.POST("/v1/skills/export", { body: { tool, workflow: "" } }));
}
