/** What programs print for terminals, made safe to show: colours become names of ours, every other command goes. Pure. */

export type Ink = "red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "dim";

export interface InkPiece {
  readonly text: string;
  readonly ink: Ink | null;
  readonly bold: boolean;
}

const INKS: Readonly<Record<number, Ink>> = { 1: "red", 2: "green", 3: "yellow", 4: "blue", 5: "magenta", 6: "cyan" };

// A terminal's own commands: colours and movements (CSI), titles and links (OSC), device strings, and the short ones.
const COMMAND = new RegExp(
  [
    "\\u001b\\[([0-9;:]*)m",
    "(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]",
    "\\u001b\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)?",
    "\\u001b[PX^_][^\\u001b]*(?:\\u001b\\\\)?",
    "\\u001b[ -/]*[0-~]?",
  ].join("|"),
  "g",
);
// What is left of them, and what would turn the direction of the words around it.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** One line as pieces of one colour each. */
export function inked(line: string): readonly InkPiece[] {
  const text = overwritten(line);
  const pieces: InkPiece[] = [];
  let ink: Ink | null = null;
  let bold = false;
  let from = 0;
  const put = (to: number) => {
    const plain = text.slice(from, to).replace(UNSEEN, "");
    if (plain !== "") pieces.push({ text: plain, ink, bold });
  };
  for (const found of text.matchAll(COMMAND)) {
    put(found.index);
    from = found.index + found[0].length;
    if (found[1] !== undefined) ({ ink, bold } = after(found[1], ink, bold));
  }
  put(text.length);
  return pieces;
}

/** The line without anything that is not to be read. */
export function plain(line: string): string {
  return inked(line)
    .map(({ text }) => text)
    .join("");
}

/** A progress bar writes its line again and again: the last writing counts. */
function overwritten(line: string): string {
  const last = line.replace(/\r+$/, "");
  return last.slice(last.lastIndexOf("\r") + 1);
}

function after(codes: string, ink: Ink | null, bold: boolean): { readonly ink: Ink | null; readonly bold: boolean } {
  const numbers = codes === "" ? [0] : codes.split(/[;:]/).map(Number);
  for (let at = 0; at < numbers.length; at++) {
    const code = numbers[at] ?? 0;
    if (code === 0) [ink, bold] = [null, false];
    else if (code === 1) bold = true;
    else if (code === 2 || code === 90) ink = "dim";
    else if (code === 22) bold = false;
    else if (code === 39) ink = null;
    // Colours by number or by parts: more than we have, so the words keep theirs.
    else if (code === 38 || code === 48) at += numbers[at + 1] === 5 ? 2 : 4;
    else if ((code >= 30 && code <= 37) || (code > 90 && code <= 97)) ink = INKS[code % 10] ?? null;
  }
  return { ink, bold };
}
