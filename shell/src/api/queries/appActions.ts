/** What a person does by hand in an app, and the files an app is given. */

import { useQueryClient } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import { useMutation } from "../mutation";
import { spoken } from "../spoken";
import { uploadArtifact } from "../upload";

export interface AppAction {
  /** The capability, such as `atlas.check_in`. */
  readonly name: string;
  /** With what. Asked when it is its turn: who is quick makes the next edit before the answer to the last is there. */
  readonly params: () => Readonly<Record<string, unknown>>;
}

/** What an action came to: what was told of it, and the change that can be undone. */
export interface AppDone {
  readonly data: unknown;
  readonly change: string | undefined;
}

/** Do something by hand: what a person types into a form is not asked about again. One after the other. */
export function useAppAction(app: "atlas" | "school") {
  const cache = useQueryClient();
  return useMutation({
    scope: { id: app },
    mutationFn: async ({ name, params }: AppAction): Promise<AppDone> => {
      const { result } = await unwrap(
        client.POST("/v1/capabilities/{name}/call", {
          params: { path: { name } },
          body: { params: { ...params() }, project: null, locale: spoken(), by_hand: true, seen: null, confirm: null },
        }),
      );
      return { data: result.data, change: result.changes.at(-1) };
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys[app] }),
  });
}

interface SentFile {
  readonly file: File;
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/** Send a file that is to be imported: to an app, or among the artifacts. Nothing of it is looked at yet. */
export function useSendFile(to?: string) {
  return useMutation({ mutationFn: ({ file, onProgress, signal }: SentFile) => uploadArtifact(file, { to, onProgress, signal }) });
}
