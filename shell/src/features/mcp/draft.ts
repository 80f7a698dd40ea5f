/** A server while it is written: lines of text become lists and pairs. */

import type { McpNewServer } from "@/api";

export interface Written {
  readonly id: string;
  readonly kind: "program" | "address";
  readonly command: string;
  readonly env: string;
  readonly secrets: string;
  readonly folders: string;
  readonly network: boolean;
  readonly url: string;
  readonly token: string;
  readonly local: boolean;
}

export const BLANK: Written = { id: "", kind: "program", command: "", env: "", secrets: "", folders: "", network: false, url: "", token: "", local: false };

const lines = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

/** `NAME=VALUE` lines as pairs; a line without a sign is a name with nothing, which the server refuses. */
export function pairs(text: string): Record<string, string> {
  return Object.fromEntries(
    lines(text).map((line) => {
      const at = line.indexOf("=");
      return at < 0 ? [line.trim(), ""] : [line.slice(0, at).trim(), line.slice(at + 1)];
    }),
  );
}

/** What is sent. */
export function serverOf(written: Written): McpNewServer {
  const blank = { id: written.id.trim(), title: "", command: [], env: {}, secrets: {}, folders: [], network: false, url: null, token: null, local: false, timeout_s: 60 };
  if (written.kind === "address") return { ...blank, url: written.url.trim(), token: written.token.trim() || null, local: written.local };
  return { ...blank, command: lines(written.command), env: pairs(written.env), secrets: pairs(written.secrets), folders: lines(written.folders), network: written.network };
}

/** Whether there is enough to be sent. */
export function isComplete(written: Written): boolean {
  return written.id.trim() !== "" && (written.kind === "program" ? lines(written.command).length > 0 : written.url.trim() !== "");
}
