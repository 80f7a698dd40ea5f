/** Understanding: what the values of a sentence can be, and having it ready before they are said. */

import { useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";

/** What the things of a kind are called in an app. They are looked up anew when the app's things change. */
export function useKnownNames(app: string, kind: string) {
  return useQuery({
    queryKey: [...keys.app(app), "names", kind],
    queryFn: ({ signal }) => unwrap(client.GET("/v1/understand/names", { params: { query: { app, kind } }, signal })),
  });
}

/** How long the server keeps what it understands words with, less a minute. */
const READY_MS = 4 * 60_000;
let readyUntil = 0;

/** Let the server load what it understands words with, which takes a second, while somebody still types. */
export function prepareUnderstanding(): void {
  if (Date.now() < readyUntil) return;
  readyUntil = Date.now() + READY_MS;
  // Any words do. Nothing is recorded, and where it fails, words only wait a second longer.
  client.POST("/v1/understand", { body: { words: "?" } }).catch(() => (readyUntil = 0));
}
