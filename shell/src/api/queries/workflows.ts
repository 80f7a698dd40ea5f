/** Workflows: kept documents that run again; reading, checking, saving and running them. */

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { readText, sendText } from "../texts";
import type { SampleCall, StepTry, Workflow, WorkflowCheck, WorkflowImport, WorkflowOrder, WorkflowTemplateUse } from "../types";

export type DocumentFormat = "yaml" | "json";

const MIME: Readonly<Record<DocumentFormat, string>> = { yaml: "application/yaml", json: "application/json" };

/** Every workflow with how it went last, the last changed first. */
export function useWorkflows() {
  return useQuery({
    queryKey: keys.workflows,
    queryFn: async ({ signal }) =>
      (await unwrap(client.GET("/v1/workflows", { params: { query: { limit: 200 } }, signal }))).items,
  });
}

/** One workflow as it stands now; nothing is asked without an id. */
export function useWorkflow(id: string | undefined) {
  return useQuery({
    queryKey: [...keys.workflows, id ?? ""],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/workflows/{id}", { params: { path: { id: id ?? "" } }, signal })),
    enabled: id !== undefined,
  });
}

/** What running it would be allowed to do, step by step: with the inputs it has by default, or with these. */
export function useWorkflowPreview(id: string, inputs: WorkflowOrder["inputs"] = {}) {
  return useQuery({
    queryKey: [...keys.workflows, id, "preview", inputs],
    queryFn: ({ signal }) => unwrap(client.POST("/v1/workflows/{id}/preview", { params: { path: { id } }, body: { inputs }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Where the text of a workflow is, as people edit and share it. */
export function documentUrl(id: string, format: DocumentFormat): string {
  return `/v1/workflows/${encodeURIComponent(id)}/document?format=${format}`;
}

/** The text of a workflow. */
export function readDocument(id: string, format: DocumentFormat, signal?: AbortSignal): Promise<string> {
  return readText(documentUrl(id, format), signal);
}

/** The text of one version of a workflow; a later version is another text. */
export function useWorkflowDocument(workflow: Workflow) {
  return useQuery({
    queryKey: [...keys.workflows, workflow.id, "document", String(workflow.version)],
    queryFn: ({ signal }) => readDocument(workflow.id, "yaml", signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The workflow that a file of ours or of another program tells, with what has no place here. Nothing is kept or run. */
export function readWorkflowFile(content: string, filename: string): Promise<WorkflowImport> {
  return unwrap(client.POST("/v1/workflows/import", { body: { content, filename, is_draft: true } }));
}

/** What a text says, or all that is wrong with it. Nothing is saved. */
export function useWorkflowCheck(text: string) {
  return useQuery({
    queryKey: ["findings", text],
    queryFn: ({ signal }) => sendText<WorkflowCheck>("POST", "/v1/workflows/check", { text, mime: MIME[formatOf(text)], signal }),
    enabled: text.trim() !== "",
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  });
}

/** Keep a text as a new workflow. Nothing of it is run. */
export function useCreateWorkflow() {
  const stale = useStale();
  return useMutation({
    mutationFn: (text: string) => sendText<Workflow>("POST", "/v1/workflows", { text, mime: MIME[formatOf(text)] }),
    ...stale,
  });
}

/** Replace a workflow's text; refused with 412 when it is no longer the version that was edited. */
export function useSaveWorkflow() {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ id, version, text }: { readonly id: string; readonly version: number; readonly text: string }) =>
      sendText<Workflow>("PUT", `/v1/workflows/${encodeURIComponent(id)}`, {
        text,
        mime: MIME[formatOf(text)],
        headers: { "If-Match": `"v${version}"` },
      }),
    ...stale,
  });
}

/** Remove a workflow. The answer names the change that brings it back. */
export function useDeleteWorkflow() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: Pick<Workflow, "id" | "version">) =>
      unwrap(client.DELETE("/v1/workflows/{id}", { params: { path: { id }, header: { "If-Match": `"v${version}"` } } })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.workflows, exact: true }),
  });
}

/** Every version of a workflow, the latest first; a later version is another list. */
export function useWorkflowVersions(id: string, version: number, isWanted = true) {
  return useQuery({
    queryKey: [...keys.workflows, id, "versions", String(version)],
    queryFn: async ({ signal }) => (await unwrap(client.GET("/v1/workflows/{id}/versions", { params: { path: { id } }, signal }))).items,
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
}

/** A workflow as it was in one version; nothing is asked without one. */
export function useWorkflowVersion(id: string, version: number | undefined) {
  return useQuery({
    queryKey: [...keys.workflows, id, "version", String(version ?? "")],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/workflows/{id}/versions/{version}", { params: { path: { id, version: version ?? 0 } }, signal })),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Bring an earlier version of a workflow back; refused with 412 when somebody changed it meanwhile. */
export function useRestoreWorkflow() {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ id, wanted, version }: { readonly id: string; readonly wanted: number; readonly version: number }) =>
      unwrap(
        client.POST("/v1/workflows/{id}/versions/{version}/restore", {
          params: { path: { id, version: wanted }, header: { "If-Match": `"v${version}"` } },
        }),
      ),
    ...stale,
  });
}

/** Start a run of a workflow. */
export function useRunWorkflow() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...order }: WorkflowOrder & { readonly id: string }) =>
      unwrap(client.POST("/v1/workflows/{id}/run", { params: { path: { id } }, body: { results: {}, use_pins: false, ...order } })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.runs }),
  });
}

export type StepTrial = Partial<StepTry> & { readonly id: string; readonly step: string };

/** Try one call of a workflow by itself: only reading is done, everything else is shown. */
export function useTryStep() {
  return useMutation({
    mutationFn: ({ id, step, ...order }: StepTrial): Promise<SampleCall> =>
      unwrap(client.POST("/v1/workflows/{id}/steps/{step}/try", { params: { path: { id, step } }, body: { inputs: {}, results: {}, use_pins: false, ...order } })),
  });
}

/** Templates of apps, of the home and of a project, in a language; and files that should be some and are not. */
export function useWorkflowTemplates(project: string, locale: string) {
  return useQuery({
    queryKey: [...keys.workflowTemplates, project, locale],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/workflow-templates", { params: { query: { project, locale } }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Make a workflow from a template and keep it. The answer names the change that takes it away again. */
export function useTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...use }: WorkflowTemplateUse & { readonly id: string }) =>
      unwrap(client.POST("/v1/workflow-templates/{id}/instantiate", { params: { path: { id } }, body: use })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.workflows }),
  });
}

/** JSON begins with a brace; everything else is read as YAML. */
function formatOf(text: string): DocumentFormat {
  return /^\s*\{/.test(text) ? "json" : "yaml";
}

function useStale() {
  const cache = useQueryClient();
  return {
    onSuccess: (saved: Workflow) => {
      cache.setQueryData([...keys.workflows, saved.id], saved);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.workflows }),
  };
}
