/** What a reader shows, as it stands in the address. Pure. */

/** A page, and the passage that is lit, in characters of the document. */
export interface Place {
  readonly page: number;
  readonly start: number | null;
  readonly end: number | null;
  /** The version of the document; left out, the newest. */
  readonly version?: number;
}

export const FIRST: Place = { page: 1, start: null, end: null };

/** The place in an address, whatever somebody typed there. */
export function readPlace(search: string): Place {
  const wished = new URLSearchParams(search);
  const count = (name: string) => {
    const value = wished.get(name);
    return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null;
  };
  const [start, end] = [count("start"), count("end")];
  const lit = start !== null && end !== null && end > start;
  const place: Place = { page: Math.max(1, count("page") ?? 1), start: lit ? start : null, end: lit ? end : null };
  const version = count("version");
  return version === null || version === 0 ? place : { ...place, version };
}

/** The place as an address has it. */
export function writePlace({ page, start, end, version }: Place): string {
  const query = new URLSearchParams({ page: String(page) });
  if (start !== null && end !== null) {
    query.set("start", String(start));
    query.set("end", String(end));
  }
  if (version !== undefined) query.set("version", String(version));
  return `?${query}`;
}

/** The part of a passage that stands on a page which begins at `start` and is `length` characters long; null of none. */
export function litOn({ start, end }: Place, page: { readonly start: number; readonly length: number }): { readonly start: number; readonly end: number } | null {
  if (start === null || end === null) return null;
  const [from, to] = [Math.max(0, start - page.start), Math.min(page.length, end - page.start)];
  return from < to ? { start: from, end: to } : null;
}
