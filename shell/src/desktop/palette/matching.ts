/** How what somebody types is found in a label: case and accents aside, gaps allowed. Pure. */

/** From a place up to another, in the label. */
export type Mark = readonly [from: number, to: number];

export interface Match {
  /** From 1 (the letters are there, in order) to 5 (the label begins with it). */
  readonly score: number;
  readonly marks: readonly Mark[];
}

/** At least this good, a label is meant; below, it may be. */
export const MEANT = 3;

const BEGINS_LABEL = 5;
const BEGINS_WORD = 4;
const INSIDE = 2;
const SCATTERED = 1;
/** Letters strewn wider than this, for each one, are chance. */
const STREWN = 3;
/** Fewer letters than this are scattered through almost every label. */
const SCATTERED_FROM = 3;

/** The label for comparing, and which of its letters each one comes from. */
interface Folded {
  readonly text: string;
  readonly places: readonly number[];
}

function fold(label: string): Folded {
  let text = "";
  const places: number[] = [];
  for (let place = 0; place < label.length; place += 1) {
    const plain = (label[place] ?? "").normalize("NFKD").replace(/\p{Diacritic}/gu, "").toLowerCase();
    for (const letter of plain) {
      text += letter;
      places.push(place);
    }
  }
  return { text, places };
}

/** How well the label is what was typed, and where; null when some word of it is not there. */
export function match(typed: string, label: string): Match | null {
  const folded = fold(label);
  const words = fold(typed).text.split(/\s+/).filter(Boolean);
  const found = words.map((word) => find(word, folded.text));
  if (found.some((each) => each === null)) return null;
  const all = found.flatMap((each) => each ?? []);
  const score = all.reduce((sum, each) => sum + each.score, 0) / Math.max(1, all.length);
  return { score, marks: merge(all.flatMap((each) => each.marks).map(([from, to]) => unfold(folded, from, to))) };
}

/** Where the words somebody typed stand in a label that was found some other way. */
export function marksIn(typed: string, label: string): readonly Mark[] {
  const folded = fold(label);
  const words = fold(typed).text.split(/\s+/).filter(Boolean);
  const found = words.flatMap((word) => find(word, folded.text) ?? []);
  return merge(
    found
      .filter((each) => each.score > SCATTERED)
      .flatMap((each) => each.marks)
      .map(([from, to]) => unfold(folded, from, to)),
  );
}

function find(word: string, text: string): Match | null {
  if (text.startsWith(word)) return { score: BEGINS_LABEL, marks: [[0, word.length]] };
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (beginsWord(text, at)) return { score: BEGINS_WORD, marks: [[at, at + word.length]] };
  }
  const inside = text.indexOf(word);
  if (inside !== -1 && word.length > 1) return { score: INSIDE, marks: [[inside, inside + word.length]] };
  return word.length < SCATTERED_FROM ? null : scattered(word, text);
}

/** The letters one after the other, the first at the beginning of a word: "swtd" is in "Switch to dark". */
function scattered(word: string, text: string): Match | null {
  for (let start = 0; start < text.length; start += 1) {
    if (text[start] !== word[0] || !beginsWord(text, start)) continue;
    const marks: Mark[] = [[start, start + 1]];
    let at = start;
    for (const letter of word.slice(1)) {
      at = text.indexOf(letter, at + 1);
      if (at === -1) break;
      marks.push([at, at + 1]);
    }
    if (at !== -1 && at - start < word.length * STREWN) return { score: SCATTERED, marks };
  }
  return null;
}

function beginsWord(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "");
}

function unfold(folded: Folded, from: number, to: number): Mark {
  return [folded.places[from] ?? 0, (folded.places[to - 1] ?? 0) + 1];
}

function merge(marks: readonly Mark[]): readonly Mark[] {
  const merged: [number, number][] = [];
  for (const [from, to] of [...marks].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
