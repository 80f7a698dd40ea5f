/** A server while it is written: lines of text become lists and pairs. */

import type { McpNewServer, McpServer } from "@/api";

export interface Written {
  readonly id: string;
  readonly kind: "program" | "address";
  readonly command: string;
  readonly env: string;
  readonly secrets: string;
  readonly folders: string;
  readonly network: boolean;
  readonly keeps: boolean;
  readonly url: string;
  readonly token: string;
  readonly local: boolean;
  readonly sign_in: boolean;
  readonly client_id: string;
  readonly client_secret: string;
}

export const BLANK: Written = { id: "", kind: "program", command: "", env: "", secrets: "", folders: "", network: false, keeps: false, url: "", token: "", local: false, sign_in: false, client_id: "", client_secret: "" };

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

const told = (named: Readonly<Record<string, string>> = {}) =>
  Object.entries(named)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");

/** A server as it is written. */
export function writtenOf(server: McpServer): Written {
  return {
    id: server.id,
    kind: server.url ? "address" : "program",
    command: (server.command ?? []).join("\n"),
    env: told(server.env),
    secrets: told(server.secrets),
    folders: (server.folders ?? []).join("\n"),
    network: server.network ?? false,
    keeps: server.keeps ?? false,
    url: server.url ?? "",
    token: server.token ?? "",
    local: server.local ?? false,
    sign_in: server.sign_in ?? false,
    client_id: server.client_id ?? "",
    client_secret: server.client_secret ?? "",
  };
}

/** Whether a server can be written as lines: a word or a value with a line break cannot. */
export function canBeWritten(server: McpServer): boolean {
  const words = [...(server.command ?? []), ...Object.values(server.env ?? {}), ...(server.folders ?? [])];
  return words.every((word) => !word.includes("\n")) && (server.command ?? []).every((word) => word.trim() !== "");
}

/** What is sent. */
export function serverOf(written: Written): McpNewServer {
  const blank = { id: written.id.trim(), title: "", command: [], env: {}, secrets: {}, folders: [], network: false, keeps: false, url: null, token: null, local: false, sign_in: false, client_id: null, client_secret: null, timeout_s: 60 };
  if (written.kind === "address") {
    const who = written.sign_in
      ? { sign_in: true, client_id: written.client_id.trim() || null, client_secret: written.client_secret.trim() || null }
      : { token: written.token.trim() || null };
    return { ...blank, url: written.url.trim(), local: written.local, ...who };
  }
  return { ...blank, command: lines(written.command), env: pairs(written.env), secrets: pairs(written.secrets), folders: lines(written.folders), network: written.network, keeps: written.keeps };
}

/** Whether there is enough to be sent. */
export function isComplete(written: Written): boolean {
  return written.id.trim() !== "" && (written.kind === "program" ? lines(written.command).length > 0 : written.url.trim() !== "");
}
