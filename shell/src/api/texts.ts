/** Bodies that are plain text rather than JSON: documents as people write them. */

import { unwrap } from "./client";

interface Text {
  readonly text: string;
  readonly mime: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Send a text; the JSON it is answered with, or its problem thrown. */
export function sendText<T>(method: "POST" | "PUT", path: string, { text, mime, headers, signal }: Text): Promise<T> {
  return unwrap<T>(asked(path, { method, body: text, headers: { ...headers, "content-type": mime }, signal }, (response) => response.json()));
}

/** Read a text, or have its problem thrown. */
export function readText(path: string, signal?: AbortSignal): Promise<string> {
  return unwrap<string>(asked(path, { signal }, (response) => response.text()));
}

async function asked<T>(path: string, init: RequestInit, read: (response: Response) => Promise<T>) {
  const response = await globalThis.fetch(path, { credentials: "same-origin", ...init });
  return response.ok ? { data: await read(response), response } : { error: await response.json().catch(() => undefined), response };
}
