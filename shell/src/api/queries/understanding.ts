/** Understanding: what the values of a sentence can be. */

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
