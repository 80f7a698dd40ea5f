/** Projects: the places agents work in. */

import { useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap, unwrapTagged } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { spoken } from "../spoken";
import type { Project } from "../types";

/** Every project with what is in it, the last used first. */
export function useProjects() {
  return useQuery({
    queryKey: keys.projects,
    queryFn: async ({ signal }) =>
      (await unwrap(client.GET("/v1/projects", { params: { query: { limit: 200 } }, signal }))).items,
  });
}

/** One project. */
export function useProject(id: string) {
  return useQuery({
    queryKey: [...keys.projects, "one", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/projects/{id}", { params: { path: { id } }, signal })),
  });
}

export interface NewProject {
  readonly name: string;
  readonly description?: string;
  /** A folder that exists; left out, the project gets one of its own. */
  readonly root?: string;
}

/** Make a project, in a folder of its own or in one that exists. */
export function useCreateProject() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ name, description = "", root }: NewProject) =>
      unwrap(client.POST("/v1/projects", { body: { name, description, instructions: "", root: root ?? null } })),
    onSettled: () => refresh(cache),
  });
}

export interface SampleFile {
  readonly path: string;
  readonly content: string;
}

/** Make a project of its own with these files in it, written as the owner writes: each can be undone. */
export function useSampleProject() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, description, files }: { readonly name: string; readonly description: string; readonly files: readonly SampleFile[] }) => {
      const project = await unwrap(client.POST("/v1/projects", { body: { name, description, instructions: "", root: null } }));
      for (const file of files) {
        await unwrap(
          client.POST("/v1/capabilities/{name}/call", {
            params: { path: { name: "core.write_file" } },
            body: { params: { ...file }, project: project.id, locale: spoken(), by_hand: true, seen: null, confirm: null },
          }),
        );
      }
      return project;
    },
    onSettled: () => refresh(cache),
  });
}

export interface ProjectEdit {
  /** The project as it was shown: the edit is refused when somebody else was faster. */
  readonly project: Project;
  readonly name?: string;
  readonly description?: string;
  readonly instructions?: string;
  readonly agent?: string | null;
  /** Whether MEMORY.md is kept; null is as usual. */
  readonly memory_file?: boolean | null;
}

/** Change what a project says about itself. */
export function useEditProject() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ project, ...edit }: ProjectEdit) =>
      (
        await unwrapTagged(
          client.PATCH("/v1/projects/{id}", {
            params: { path: { id: project.id }, header: { "If-Match": `"v${project.version}"` } },
            body: edit,
          }),
        )
      ).value,
    onSuccess: (saved) => cache.setQueryData([...keys.projects, "one", saved.id], saved),
    onSettled: () => refresh(cache),
  });
}

/** Take a project off the list; its files stay. The answer names the change that brings it back. */
export function useDeleteProject() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (project: Project) =>
      (
        await unwrap(
          client.DELETE("/v1/projects/{id}", {
            params: { path: { id: project.id }, header: { "If-Match": `"v${project.version}"` } },
          }),
        )
      ).change,
    onSettled: () => refresh(cache),
  });
}

function refresh(cache: ReturnType<typeof useQueryClient>): void {
  void cache.invalidateQueries({ queryKey: keys.projects });
  void cache.invalidateQueries({ queryKey: keys.home });
}
