/** Places in texts. The server counts characters, JavaScript counts halves of some of them. Pure. */

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** A stretch of a text: from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The places in a string that so many characters stand at, as many as were asked for, in any order. */
export function placesIn(text: string, characters: readonly number[]): readonly number[] {
  const pairs = [...text.matchAll(PAIR)].map(({ index }, before) => index - before);
  if (pairs.length === 0) return characters.map((count) => within(count, text.length));
  return characters.map((count) => within(count + pairs.filter((at) => at < count).length, text.length));
}

/** A span that the server counted, as one of the string. */
export function spanIn(text: string, { start, end }: Span): Span {
  const [from = 0, to = 0] = placesIn(text, [start, end]);
  return { start: from, end: Math.max(from, to) };
}

/** How many characters stand before a place of the string, as the server counts them. */
export function charactersBefore(text: string, place: number): number {
  const before = text.slice(0, place);
  return before.length - [...before.matchAll(PAIR)].length;
}

/** Every place of some words in a text; case and accents do not matter. At most so many. */
export function occurrences(text: string, words: string, most = 500): readonly Span[] {
  const wanted = fold(words.trim());
  if (wanted.length === 0) return [];
  const { folded, places } = foldedWithPlaces(text);
  const found: Span[] = [];
  for (let at = folded.indexOf(wanted); at !== -1 && found.length < most; at = folded.indexOf(wanted, at + wanted.length)) {
    found.push({ start: places[at] ?? 0, end: places[at + wanted.length] ?? text.length });
  }
  return found;
}

/** A text in pieces: what lies in one of the spans is lit. Spans may touch and overlap. */
export function pieces(text: string, spans: readonly Span[]): readonly { readonly text: string; readonly lit: boolean }[] {
  const cuts = merged(spans, text.length);
  const found: { text: string; lit: boolean }[] = [];
  let at = 0;
  for (const { start, end } of cuts) {
    if (start > at) found.push({ text: text.slice(at, start), lit: false });
    found.push({ text: text.slice(start, end), lit: true });
    at = end;
  }
  if (at < text.length) found.push({ text: text.slice(at), lit: false });
  return found;
}

function merged(spans: readonly Span[], length: number): readonly Span[] {
  const inside = spans
    .map(({ start, end }) => ({ start: within(start, length), end: within(end, length) }))
    .filter(({ start, end }) => end > start)
    .sort((one, other) => one.start - other.start);
  const found: Span[] = [];
  for (const span of inside) {
    const last = found.at(-1);
    if (last !== undefined && span.start <= last.end) found[found.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else found.push(span);
  }
  return found;
}

/** A text without case and accents, and for each of its signs the place it came from. */
function foldedWithPlaces(text: string): { readonly folded: string; readonly places: readonly number[] } {
  const parts: string[] = [];
  const places: number[] = [];
  let at = 0;
  for (const sign of text) {
    const plain = /\s/.test(sign) ? " " : fold(sign);
    parts.push(plain);
    for (let index = 0; index < plain.length; index++) places.push(at);
    at += sign.length;
  }
  places.push(at);
  return { folded: parts.join(""), places };
}

function fold(words: string): string {
  return words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function within(place: number, length: number): number {
  return Math.min(Math.max(0, place), length);
}
