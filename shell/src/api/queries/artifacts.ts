/** Artifacts: results one keeps. Find them, look at them, make them again, let them go. */

import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { showAtOnce } from "../optimistic";
import { isProblem, Problem } from "../problem";
import type { Artifact, ArtifactType, Page } from "../types";

export interface ArtifactFilter {
  readonly project?: string;
  readonly types?: readonly ArtifactType[];
  readonly words?: string;
}

/** As many as the server gives at once: a gallery of thousands is then a few dozen questions. */
const PAGE = 200;

/** Artifacts, the latest first, page after page. */
export function useArtifacts(filter: ArtifactFilter = {}) {
  const { project, types = [], words = "" } = filter;
  const q = words.trim() || undefined;
  const type = types.length === 0 ? undefined : types.join(",");
  return useInfiniteQuery({
    queryKey: [...keys.artifacts, "list", project ?? "", type ?? "", q ?? ""],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/v1/artifacts", {
          params: { query: { project, type, q, after: pageParam, limit: PAGE } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** One artifact: its name, type, size and origin. */
export function useArtifact(id: string) {
  return useQuery({
    queryKey: [...keys.artifacts, "one", id],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/artifacts/{id}", { params: { path: { id } }, signal })),
  });
}

/** Where the bytes of an artifact are. */
export function artifactUrl(id: string, options: { readonly download?: boolean } = {}): string {
  const path = `/v1/artifacts/${encodeURIComponent(id)}/content`;
  return options.download ? `${path}?download=true` : path;
}

export interface ArtifactText {
  readonly text: string;
  /** Whether more stands behind it. */
  readonly cut: boolean;
}

/** The beginning of an artifact as text. Its bytes never change, so it is read once. */
export function useArtifactText(artifact: Artifact, limit: number) {
  return useQuery({
    queryKey: ["artifact-text", artifact.sha256, String(limit)],
    queryFn: ({ signal }) => readText(artifact, limit, signal),
    enabled: artifact.size > 0,
    initialData: artifact.size === 0 ? { text: "", cut: false } : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

async function readText(artifact: Artifact, limit: number, signal: AbortSignal): Promise<ArtifactText> {
  const bytes = await readBytes(artifact.id, Math.min(limit, artifact.size), signal);
  const cut = artifact.size > bytes.length;
  // Where the cut went through a letter, the half of it is left out.
  const text = new TextDecoder("utf-8").decode(bytes, { stream: cut });
  return { text: text.replaceAll("\r\n", "\n"), cut };
}

async function readBytes(id: string, count: number, signal: AbortSignal): Promise<Uint8Array> {
  const headers = { Range: `bytes=0-${count - 1}` };
  const answer = await fetch(artifactUrl(id), { credentials: "same-origin", headers, signal }).catch(
    (reason: unknown) => {
      if (reason instanceof DOMException && reason.name === "AbortError") throw reason;
      throw Problem.unreachable();
    },
  );
  if (!answer.ok) throw Problem.from(answer.status, await answer.json().catch(() => null));
  return new Uint8Array(await answer.arrayBuffer()).subarray(0, count);
}

/** The whole artifact as a file, for sharing and copying. */
export async function readFile(artifact: Artifact): Promise<File> {
  const answer = await fetch(artifactUrl(artifact.id), { credentials: "same-origin" }).catch(() => {
    throw Problem.unreachable();
  });
  if (!answer.ok) throw Problem.from(answer.status, await answer.json().catch(() => null));
  return new File([await answer.blob()], artifact.name, { type: artifact.mime });
}

/** Give an artifact another name. */
export function useRenameArtifact() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { readonly id: string; readonly name: string }) =>
      unwrap(client.PATCH("/v1/artifacts/{id}", { params: { path: { id } }, body: { name } })),
    onSuccess: (renamed) => cache.setQueryData([...keys.artifacts, "one", renamed.id], renamed),
    onSettled: () => refresh(cache),
  });
}

export interface Removal {
  /** The changes that bring them back, in the order they were made. */
  readonly changes: readonly string[];
  /** What kept the rest from going. */
  readonly trouble: unknown;
}

/** Let artifacts go. They leave the lists at once; one that is gone already is no trouble. */
export function useDeleteArtifacts() {
  const cache = useQueryClient();
  return useMutation({
    // One by one takes a while: until the last is gone, news of the first must not bring the others back.
    mutationKey: keys.artifacts,
    mutationFn: async (ids: readonly string[]): Promise<Removal> => {
      const changes: string[] = [];
      for (const id of ids) {
        try {
          changes.push((await unwrap(client.DELETE("/v1/artifacts/{id}", { params: { path: { id } } }))).change);
        } catch (trouble) {
          if (!isProblem(trouble, "not_found")) return { changes, trouble };
        }
      }
      return { changes, trouble: null };
    },
    onMutate: (ids) =>
      showAtOnce<InfiniteData<Page<Artifact>>>(cache, [...keys.artifacts, "list"], (list) =>
        withoutItems(list, new Set(ids)),
      ),
    onSettled: () => refresh(cache),
  });
}

function withoutItems(list: InfiniteData<Page<Artifact>>, ids: ReadonlySet<string>): InfiniteData<Page<Artifact>> {
  const left = (page: Page<Artifact>) => ({ ...page, items: page.items.filter(({ id }) => !ids.has(id)) });
  return { ...list, pages: list.pages.map(left) };
}

/** Make an artifact once more, the way it was made. It may have to ask first: `approval_required`. */
export function useRegenerate() {
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(client.POST("/v1/artifacts/{id}/regenerate", { params: { path: { id } } })),
  });
}

function refresh(cache: ReturnType<typeof useQueryClient>): void {
  void cache.invalidateQueries({ queryKey: keys.artifacts });
  void cache.invalidateQueries({ queryKey: keys.home });
}
