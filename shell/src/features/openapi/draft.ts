/** An API while it is written: lines become pairs. */

import type { WebDocumentPlace, WebApiDraft } from "@/api";

export interface Written {
  readonly id: string;
  readonly kind: "text" | "address";
  readonly text: string;
  readonly url: string;
  readonly base: string;
  readonly local: boolean;
  readonly secrets: string;
}

export const BLANK: Written = { id: "", kind: "text", text: "", url: "", base: "", local: false, secrets: "" };

/** `SCHEME=SECRET` lines as pairs; a line without a sign names no secret, which the server refuses. */
export function secretsOf(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf("=");
      return at < 0 ? [line.trim(), ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

/** Where the document is. */
export function placeOf(written: Written): WebDocumentPlace {
  return written.kind === "address" ? { url: written.url.trim() } : { text: written.text };
}

/** What is sent, once the document is kept as an artifact. */
export function draftOf(written: Written, artifact: string): WebApiDraft {
  const source = written.kind === "address" ? written.url.trim() : "";
  return { artifact, base: written.base.trim() || null, local: written.local, secrets: secretsOf(written.secrets), source, first: "" };
}

/** Whether there is enough to look at. */
export function isComplete(written: Written): boolean {
  return written.id.trim() !== "" && (written.kind === "address" ? written.url : written.text).trim() !== "";
}
