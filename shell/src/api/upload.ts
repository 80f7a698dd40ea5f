/** Sending a file's bytes, with progress: `fetch` cannot say how far an upload has come, XMLHttpRequest can. */

import { Problem } from "./problem";
import type { Artifact } from "./types";

/** The largest file the server takes. */
export const MAX_UPLOAD = 64 * 1024 * 1024;

export interface UploadOptions {
  readonly project?: string;
  /** Where it goes, if not among the artifacts: apps take files of their own. */
  readonly to?: string;
  /** How much has arrived, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
  readonly signal?: AbortSignal;
}

/** Keep a file as an artifact. A refusal is thrown as a `Problem`, an abort as an `AbortError`. */
export function uploadArtifact(file: File, options: UploadOptions = {}): Promise<Artifact> {
  const { project, to = "/v1/artifacts", onProgress, signal } = options;
  const query = new URLSearchParams({ name: file.name, ...(project === undefined ? {} : { project }) });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open("POST", `${to}?${query}`);
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status === 201) resolve(request.response as Artifact);
      else reject(Problem.from(request.status, request.response));
    };
    request.onerror = () => reject(Problem.unreachable());
    request.onabort = () => reject(new DOMException("aborted", "AbortError"));
    request.onloadend = () => signal?.removeEventListener("abort", stop);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
    else request.send(file);
  });
}
