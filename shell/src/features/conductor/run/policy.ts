/** What may become of an agent's writes. A session can only be stricter than its manifest. Pure. */

export type OnWrite = "fail" | "propose" | "ask" | "apply";
export type Mode = "repl" | "one_shot";

/** The strictest first. */
const ORDER: readonly OnWrite[] = ["fail", "propose", "ask", "apply"];

/** What can be chosen: everything that is at least as strict as the manifest. */
export function choicesOf(manifest: OnWrite | null): readonly OnWrite[] {
  return manifest === null ? ORDER : ORDER.slice(0, ORDER.indexOf(manifest) + 1);
}

/** What happens when nobody says otherwise: as the manifest says, else as the mode is used. */
export function usualOf(manifest: OnWrite | null, mode: Mode): OnWrite {
  return manifest ?? (mode === "repl" ? "ask" : "propose");
}
