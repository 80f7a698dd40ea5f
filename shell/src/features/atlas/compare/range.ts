/** The days that are compared. Pure. */

export const RANGES = ["week", "month", "quarter", "year"] as const;

export type Range = (typeof RANGES)[number];

/** A day as it is written in addresses: `2026-11-15`, here. */
export function dayOf(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** The first day of a range that ends now. */
export function sinceOf(range: Range, now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  switch (range) {
    case "week":
      return dayOf(new Date(year, month, day - 7));
    case "month":
      return dayOf(new Date(year, month, day - 30));
    case "quarter":
      return dayOf(new Date(year, month - (month % 3), 1));
    case "year":
      return dayOf(new Date(year, 0, 1));
  }
}

/** The range these days are, if they are one of them. */
export function rangeOf(since: string, until: string, now: Date): Range | undefined {
  return until === "" || until === dayOf(now) ? RANGES.find((range) => sinceOf(range, now) === since) : undefined;
}

/** How much better or worse, in points: `+3.5`, `−2`; nothing where one side has no data. */
export function deltaOf(delta: number | null, write: (value: number) => string): string | null {
  if (delta === null) return null;
  const size = Math.round(Math.abs(delta) * 10) / 10;
  return size === 0 ? write(0) : `${delta > 0 ? "+" : "−"}${write(size)}`;
}
