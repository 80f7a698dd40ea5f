/** Documents as bytes: sending files to be read, and where pictures and originals are. */

import type { AddedDocuments, DocumentPlace, KnowledgeDocument } from "./knowledge";
import { Problem } from "./problem";

/** Where the picture of a page is, as wide as it will be shown. */
export function pagePictureUrl(document: Pick<KnowledgeDocument, "id" | "version">, page: number, width: number): string {
  const query = new URLSearchParams({ width: String(width), version: String(document.version) });
  return `/v1/documents/${encodeURIComponent(document.id)}/pages/${page}/picture?${query}`;
}

/** Where the file a document came as is. */
export function originalUrl(id: string, version?: number): string {
  const path = `/v1/documents/${encodeURIComponent(id)}/content`;
  return version === undefined ? path : `${path}?version=${version}`;
}

/** Send files to be read, all at once. A refusal is thrown as a `Problem`, an abort as an `AbortError`. */
export function sendDocuments(
  files: readonly File[],
  place: DocumentPlace,
  options: { readonly key: string; readonly onProgress?: (part: number) => void; readonly signal?: AbortSignal },
): Promise<AddedDocuments> {
  const { key, onProgress, signal } = options;
  const body = new FormData();
  if (place.project !== undefined) body.set("project", place.project);
  if (place.collection !== undefined) body.set("collection", place.collection);
  // A file of a folder says where it stood there: another one of the same name is another document.
  for (const file of files) body.append("file", file, file.webkitRelativePath || file.name);
  return new Promise((resolve, reject) => {
    // `fetch` cannot say how far an upload has come.
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open("POST", "/v1/documents");
    request.setRequestHeader("Idempotency-Key", key);
    request.responseType = "json";
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as AddedDocuments);
      else reject(Problem.from(request.status, request.response));
    };
    request.onerror = () => reject(Problem.unreachable());
    request.onabort = () => reject(new DOMException("aborted", "AbortError"));
    request.onloadend = () => signal?.removeEventListener("abort", stop);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
    else request.send(body);
  });
}
