/** Where two texts differ: from their first line that does to their last. Pure. */

export interface Differing {
  readonly mine: string;
  readonly theirs: string;
}

export function differing(mine: string, theirs: string): Differing {
  const [a, b] = [mine.split("\n"), theirs.split("\n")];
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return { mine: a.slice(start, a.length - end).join("\n"), theirs: b.slice(start, b.length - end).join("\n") };
}
