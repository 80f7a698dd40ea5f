/** Files on their way to be read. They go on while one looks elsewhere on the desktop. */

import { create } from "zustand";

import { type AddedDocuments, type DocumentPlace, isProblem, Problem, sendDocuments } from "@/api";

/** Files that are sent together; a drop of many becomes several. */
export interface Parcel {
  readonly id: number;
  /** Names this wish: sent twice, it is done once. */
  readonly key: string;
  readonly files: readonly File[];
  readonly place: DocumentPlace;
  readonly status: "waiting" | "sending" | "failed" | "refused";
  /** How much has arrived, from 0 to 1. */
  readonly part: number;
  readonly error: unknown;
}

interface Sending {
  readonly parcels: readonly Parcel[];
  /** What the last parcel came to, for whoever wants to tell. */
  readonly arrived: AddedDocuments | null;
  readonly add: (files: readonly File[], place: DocumentPlace) => void;
  readonly retry: (id: number) => void;
  /** Stop a parcel, or take a failed one off the list. */
  readonly drop: (id: number) => void;
}

const MOST_FILES = 20;
const MOST_BYTES = 48_000_000;

/** Files in parcels, none too large; one large file travels alone. Pure. */
export function packed(files: readonly Pick<File, "size">[]): readonly (readonly number[])[] {
  const parcels: number[][] = [];
  let weight = 0;
  files.forEach(({ size }, place) => {
    const last = parcels.at(-1);
    if (last === undefined || last.length >= MOST_FILES || weight + size > MOST_BYTES) {
      parcels.push([place]);
      weight = size;
    } else {
      last.push(place);
      weight += size;
    }
  });
  return parcels;
}

const stops = new Map<number, AbortController>();
let count = 0;

export const useSending = create<Sending>((set, get) => {
  const change = (id: number, edit: Partial<Parcel>) =>
    set({ parcels: get().parcels.map((parcel) => (parcel.id === id ? { ...parcel, ...edit } : parcel)) });
  const without = (id: number) => set({ parcels: get().parcels.filter((parcel) => parcel.id !== id) });

  const send = async ({ id, key, files, place }: Parcel) => {
    const stop = new AbortController();
    stops.set(id, stop);
    change(id, { status: "sending", part: 0, error: null });
    try {
      const arrived = await sendDocuments(files, place, { key, signal: stop.signal, onProgress: (part) => change(id, { part }) });
      without(id);
      set({ arrived, parcels: [...get().parcels, ...refusals(arrived, files, place)] });
    } catch (error) {
      if (isProblem(error)) change(id, { status: "failed", error });
    } finally {
      stops.delete(id);
      next();
    }
  };
  // One after the other: the first is there soon, and a slow disk is not asked for ten things at once.
  const next = () => {
    const { parcels } = get();
    const waiting = parcels.find(({ status }) => status === "waiting");
    if (waiting !== undefined && !parcels.some(({ status }) => status === "sending")) void send(waiting);
  };

  return {
    parcels: [],
    arrived: null,
    add: (files, place) => {
      const fresh = packed(files).map(
        (places): Parcel => ({
          id: ++count,
          key: crypto.randomUUID(),
          files: places.flatMap((each) => files[each] ?? []),
          place,
          status: "waiting",
          part: 0,
          error: null,
        }),
      );
      set({ parcels: [...get().parcels, ...fresh] });
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

/** What was refused stays in sight with its reason; trying again would not help. */
function refusals({ refused }: AddedDocuments, files: readonly File[], place: DocumentPlace): readonly Parcel[] {
  return refused.map(({ name, problem }) => ({
    id: ++count,
    key: "",
    files: [files.find((file) => file.name === name) ?? new File([], name)],
    place,
    status: "refused",
    part: 0,
    error: Problem.from(422, { code: problem.code, detail: problem.message, hint: problem.hint }),
  }));
}
