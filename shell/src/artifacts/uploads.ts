/** Files on their way to the server. They go on while one looks elsewhere on the desktop. */

import { create } from "zustand";

import { type Artifact, isProblem, MAX_UPLOAD, Problem, uploadArtifact } from "@/api";

/** More at once would only make each of them slower. */
const AT_ONCE = 3;

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly project: string | undefined;
  readonly status: "waiting" | "sending" | "failed";
  /** How much has arrived, from 0 to 1. */
  readonly part: number;
  readonly error: unknown;
}

interface Uploads {
  readonly uploads: readonly Upload[];
  /** The last file that arrived, for whoever wants to tell. */
  readonly arrived: Artifact | null;
  readonly add: (files: readonly File[], project?: string) => void;
  readonly retry: (id: number) => void;
  /** Stop an upload, or take a failed one off the list. */
  readonly drop: (id: number) => void;
}

const stops = new Map<number, AbortController>();
let count = 0;

export const useUploads = create<Uploads>((set, get) => {
  const change = (id: number, edit: Partial<Upload>) =>
    set({ uploads: get().uploads.map((upload) => (upload.id === id ? { ...upload, ...edit } : upload)) });
  const without = (id: number) => set({ uploads: get().uploads.filter((upload) => upload.id !== id) });

  const send = async ({ id, file, project }: Upload) => {
    const stop = new AbortController();
    stops.set(id, stop);
    change(id, { status: "sending", part: 0, error: null });
    try {
      const onProgress = (part: number) => change(id, { part });
      const arrived = await uploadArtifact(file, { project, onProgress, signal: stop.signal });
      without(id);
      set({ arrived });
    } catch (error) {
      if (isProblem(error)) change(id, { status: "failed", error });
    } finally {
      stops.delete(id);
      next();
    }
  };
  const next = () => {
    const { uploads } = get();
    const free = AT_ONCE - uploads.filter(({ status }) => status === "sending").length;
    for (const upload of uploads.filter(({ status }) => status === "waiting").slice(0, Math.max(0, free))) {
      void send(upload);
    }
  };

  return {
    uploads: [],
    arrived: null,
    add: (files, project) => {
      const fresh = files.map((file): Upload => {
        const error = file.size > MAX_UPLOAD ? tooLarge(file) : null;
        return { id: ++count, file, project, status: error ? "failed" : "waiting", part: 0, error };
      });
      set({ uploads: [...get().uploads, ...fresh] });
      next();
    },
    retry: (id) => {
      change(id, { status: "waiting", error: null });
      next();
    },
    drop: (id) => {
      stops.get(id)?.abort();
      without(id);
    },
  };
});

/** Said before a single byte is sent. */
function tooLarge(file: File): Problem {
  return new Problem({
    status: 413,
    code: "too_large",
    detail: file.name,
    hint: null,
    field: null,
    candidates: [],
    subject: null,
  });
}
