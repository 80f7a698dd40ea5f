/** Skills: listed, read, exported, and what they hold brought back. Accepting and removing go by hand. */

import { useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { spoken } from "../spoken";
import type { HeldThing, SkillPackage } from "../types";

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

/** The tools and workflows that a skill holds, with the calls that bring them back: each is shown before it is made. */
export async function heldBySkill(id: string): Promise<readonly HeldThing[]> {
  return (await unwrap(client.GET("/v1/skills/{id}/restore", { params: { path: { id } } }))).items;
}

/** An accepted skill as a zip. */
export async function exportSkill(id: string): Promise<SkillPackage> {
  return unwrap(client.GET("/v1/skills/{id}/export", { params: { path: { id } } }));
}

/** A tool made here as the zip of a skill. */
export async function exportToolAsSkill(tool: string): Promise<SkillPackage> {
  return unwrap(client.POST("/v1/skills/export", { body: { tool, workflow: "" } }));
}
