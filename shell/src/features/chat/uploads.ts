/** Files on their way: a queue, as plain data. Pure. */

export interface Upload {
  readonly id: number;
  readonly file: File;
  /** The place whose message it goes with. */
  readonly place: string;
  /** `refused` before it was sent: trying again would not help. */
  readonly state: "queued" | "sending" | "failed" | "refused";
  /** How much has arrived, from 0 to 1. */
  readonly part: number;
  readonly error: string | null;
  readonly hint: string | null;
}

/** A file that waits for its turn. */
export function queued(id: number, file: File, place: string): Upload {
  return { id, file, place, state: "queued", part: 0, error: null, hint: null };
}

/** Whether the server would refuse a file for its size. */
export function tooLarge(file: Pick<File, "size">, limit: number): boolean {
  return file.size > limit;
}

/** The one to send now: the first that waits, while none is being sent. */
export function waiting(list: readonly Upload[]): Upload | null {
  if (list.some(({ state }) => state === "sending")) return null;
  return list.find(({ state }) => state === "queued") ?? null;
}

/** The list with one upload changed; one that is gone stays gone. */
export function editUpload(list: readonly Upload[], id: number, change: Partial<Upload>): readonly Upload[] {
  return list.map((each) => (each.id === id ? { ...each, ...change } : each));
}

/** Files in what was pasted. A picture from the clipboard is only ever called "image.png": it gets the time as a name. */
export function pastedFiles(files: readonly File[], now: Date): readonly File[] {
  const stamp = now.toISOString().slice(0, 19).replace("T", " ").replaceAll(":", ".");
  return files.map((file) =>
    /^image\.\w+$/.test(file.name) ? new File([file], `${stamp}${file.name.slice(5)}`, { type: file.type }) : file,
  );
}
