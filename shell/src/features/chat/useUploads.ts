import { useCallback, useEffect, useRef, useState } from "react";

import { type Artifact, MAX_UPLOAD, uploadArtifact } from "@/api";
import { useI18n } from "@/i18n";
import { troubleOf } from "@/stage";
import { announce, type Attached, placeOf, useComposer } from "@/state";
import { editUpload, queued, tooLarge, type Upload, waiting } from "./uploads";

export interface Uploads {
  readonly list: readonly Upload[];
  /** Send files one after the other; each lies beside the message once it has arrived. */
  readonly add: (files: readonly File[]) => void;
  /** Stop a file on its way, or take a failed one off the list. */
  readonly drop: (id: number) => void;
  readonly retry: (id: number) => void;
}

/** An artifact as something laid beside the words. */
export function attachedArtifact({ id, name, mime, size }: Pick<Artifact, "id" | "name" | "mime" | "size">): Attached {
  return { ref: `artifact:${id}`, title: name, mime, size };
}

/** Files on their way to the server, for the message that is being written. */
export function useUploads(project: string | null): Uploads {
  const { t, format } = useI18n();
  const [list, setList] = useState<readonly Upload[]>([]);
  const stops = useRef(new Map<number, AbortController>());
  const next = useRef(1);
  const limit = t("chat.upload.large", { limit: format.bytes(MAX_UPLOAD) });

  const begin = useCallback(
    async (upload: Upload) => {
      const stop = new AbortController();
      stops.current.set(upload.id, stop);
      const note = (change: Partial<Upload>) => setList((all) => editUpload(all, upload.id, change));
      note({ state: "sending", part: 0, error: null, hint: null });
      try {
        const artifact = await uploadArtifact(upload.file, {
          project: project ?? undefined,
          onProgress: (part) => note({ part }),
          signal: stop.signal,
        });
        useComposer.getState().attach(attachedArtifact(artifact), upload.place);
        announce(t("chat.upload.done", { name: upload.file.name }));
        setList((all) => all.filter((each) => each.id !== upload.id));
      } catch (error) {
        if (stop.signal.aborted) return;
        const { message, hint } = troubleOf(error, t);
        note({ state: "failed", error: message, hint });
        announce(`${upload.file.name}: ${message}`);
      } finally {
        stops.current.delete(upload.id);
      }
    },
    [project, t],
  );

  // One after the other: the first is there soon, and a slow disk is not asked for ten things at once.
  const upcoming = waiting(list);
  useEffect(() => {
    if (upcoming !== null) void begin(upcoming);
  }, [upcoming, begin]);

  useEffect(() => {
    const open = stops.current;
    return () => open.forEach((stop) => stop.abort());
  }, []);

  const add = useCallback(
    (files: readonly File[]) => {
      const place = placeOf(useComposer.getState());
      const fresh = files.map((file) => queued(next.current++, file, place));
      setList((all) => [...all, ...fresh.map((upload) => (tooLarge(upload.file, MAX_UPLOAD) ? { ...upload, state: "refused" as const, error: limit } : upload))]);
    },
    [limit],
  );
  const drop = useCallback((id: number) => {
    stops.current.get(id)?.abort();
    setList((all) => all.filter((each) => each.id !== id));
  }, []);
  const retry = useCallback((id: number) => setList((all) => editUpload(all, id, { state: "queued", error: null, hint: null })), []);
  return { list, add, drop, retry };
}
