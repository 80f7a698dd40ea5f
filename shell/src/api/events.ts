/** The app's one stream, wired to the server, and the hook that keeps cached answers fresh by it. */

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { readAnew } from "./cache";
import { client, unwrap } from "./client";
import { staleKeys } from "./invalidate";
import { isProblem } from "./problem";
import { Refresher } from "./refresher";
import { isAnotherLog, startOver } from "./replaced";
import { type EventFilter, type OnEvents, Stream, useConnection } from "./stream";
import type { Event, Home } from "./types";

/** Read some events behind a cursor, oldest first. */
export async function readEvents(since: string, filter: EventFilter = {}): Promise<readonly Event[]> {
  const { topic, run, session } = filter;
  const query = { since, topic, run, session, limit: 200 };
  return (await unwrap(client.GET("/v1/events", { params: { query } }))).items;
}

const stream = new Stream((since, filter) =>
  readEvents(since, filter).catch((error: unknown) => {
    // A log that never came this far is not the one this page has been following.
    if (isProblem(error, "unknown_cursor")) startOver();
    throw error;
  }),
);

/** Get every matching event behind `since` (else from now on) once, in order. The answer ends it. */
export function subscribe(filter: EventFilter, onEvents: OnEvents, options?: { readonly since?: string }): () => void {
  return stream.subscribe(filter, onEvents, options);
}

/** While mounted: follow the log from the first snapshot's cursor, and refresh what its events make stale. */
export function useLiveEvents(home: Pick<Home, "cursor" | "log"> | undefined): void {
  const cache = useQueryClient();
  const first = useRef(home);
  first.current ??= home;
  // An empty log gets its name with its first event.
  if (first.current?.log === "") first.current = { ...first.current, log: home?.log ?? "" };
  const begin = first.current?.cursor;
  const replaced = home !== undefined && isAnotherLog(first.current?.log ?? "", home.log);
  useEffect(() => {
    if (replaced) startOver();
  }, [replaced]);
  useEffect(() => {
    if (begin === undefined) return;
    stream.start(begin);
    const leave = keepFresh(cache);
    return () => {
      leave();
      stream.stop();
    };
  }, [begin, cache]);
}

function keepFresh(cache: QueryClient): () => void {
  const refresher = new Refresher(async (queryKey) => {
    // While it is edited it waits for the edit's own refresh: read now, what was shown at once would come undone.
    if (cache.isMutating({ mutationKey: queryKey }) === 0) await readAnew(cache, queryKey);
  });
  const unsubscribe = stream.subscribe({}, (events) => refresher.note(staleKeys(events)));
  // After an interruption nothing cached is certain: the server may have been restarted.
  const unwatch = useConnection.subscribe((now, before) => {
    if (now.status === "live" && before.status === "lost") void cache.invalidateQueries();
  });
  return () => {
    refresher.stop();
    unsubscribe();
    unwatch();
  };
}
