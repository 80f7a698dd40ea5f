/** How far an import has come, as the address keeps it: reloading the page loses nothing. Pure. */

export interface Place {
  /** The file that was brought. */
  readonly file: string | null;
  /** The run that imports it. */
  readonly run: string | null;
}

export function placeIn(search: string): Place {
  const query = new URLSearchParams(search);
  return { file: query.get("file"), run: query.get("run") };
}

/** The same address at another place of the import; whatever else it says stays. */
export function searchAt(search: string, { file = null, run = null }: Partial<Place>): string {
  const query = new URLSearchParams(search);
  query.delete("file");
  query.delete("run");
  if (file !== null) query.set("file", file);
  if (run !== null) query.set("run", run);
  return query.toString();
}

/** A file of pasted words: what they look like decides what it is called, and so how it is read. */
export function pasted(text: string): File {
  return /^\s*[[{]/.test(text) ? new File([text], "pasted.json", { type: "application/json" }) : new File([text], "pasted.csv", { type: "text/csv" });
}

/** Whether it is a plan from a chat: its actions are looked at there, one by one. */
export function isChatPlan(text: string): boolean {
  return /\[ATLAS_PLAN\]/.test(text);
}
