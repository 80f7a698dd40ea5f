/** Requests as the OpenAPI describes them. `openapi-fetch` gives the types; these lines are all of it that runs here. */

import type { Client } from "openapi-fetch";

import type { paths } from "./schema";

type Values = Readonly<Record<string, unknown>>;

interface Wish {
  readonly params?: { readonly path?: Values; readonly query?: Values; readonly header?: Values };
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

interface Answer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

type Ask = (path: string, wish?: Wish) => Promise<Answer>;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

function asking(method: string): Ask {
  return async (path, { params = {}, body, signal } = {}) => {
    const headers = new Headers(told(params.header));
    if (body !== undefined) headers.set("content-type", "application/json");
    const request = new Request(addressOf(path, params.path, params.query), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      signal,
    });
    // Looked up at each call, so that the page's fetch can be exchanged in tests.
    const response = await globalThis.fetch(request);
    const words = await response.text();
    return response.ok ? { data: words === "" ? undefined : JSON.parse(words), response } : { error: parsed(words), response };
  };
}

/** The address with its places filled; a list is said once for each of its items. */
function addressOf(path: string, places: Values = {}, query: Values = {}): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(places[name])));
  const url = new URL(filled, globalThis.location.origin);
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined && each !== null) url.searchParams.append(name, String(each));
  }
  return url;
}

function told(header: Values = {}): Record<string, string> {
  const given = Object.entries(header).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function parsed(words: string): unknown {
  try {
    return JSON.parse(words);
  } catch {
    return words;
  }
}

/** Every method of the server, by path: `http.GET("/v1/runs/{id}", { params: { path: { id } } })`. */
export const http = Object.fromEntries(METHODS.map((method) => [method, asking(method)])) as unknown as Pick<Client<paths>, (typeof METHODS)[number]>;
