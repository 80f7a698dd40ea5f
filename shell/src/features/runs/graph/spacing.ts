/** Where the nodes of ordered layers stand across them: near their neighbours, never on each other. Pure. */

import type { Links } from "./layers";

/**
 * The places nearest to what is wished for that keep the order and these distances.
 *
 * Least squares with order constraints: wishes that are too close are pooled and share their middle.
 */
export function spaced(wishes: readonly number[], distances: readonly number[]): readonly number[] {
  const offsets: number[] = [];
  let offset = 0;
  wishes.forEach((_, at) => {
    if (at > 0) offset += distances[at - 1] ?? 0;
    offsets.push(offset);
  });
  const blocks: { mean: number; count: number }[] = [];
  wishes.forEach((wish, at) => {
    let block = { mean: wish - (offsets[at] ?? 0), count: 1 };
    for (let last = blocks.at(-1); last !== undefined && last.mean > block.mean; last = blocks.at(-1)) {
      blocks.pop();
      const count = last.count + block.count;
      block = { mean: (last.mean * last.count + block.mean * block.count) / count, count };
    }
    blocks.push(block);
  });
  return blocks.flatMap(({ mean, count }) => new Array<number>(count).fill(mean)).map((base, at) => base + (offsets[at] ?? 0));
}

const PASSES = 6;

/** The centres of all nodes across their layers. */
export function centresOf(rows: readonly (readonly number[])[], links: { readonly befores: Links; readonly afters: Links }, sizes: readonly number[], gap: number): readonly number[] {
  const centre = new Float64Array(sizes.length);
  const apart = rows.map((row) => row.slice(1).map((node, at) => ((sizes[node] ?? 0) + (sizes[row[at] ?? 0] ?? 0)) / 2 + gap));
  const place = (at: number, wish: (node: number) => number) => {
    const row = rows[at] ?? [];
    spaced(row.map(wish), apart[at] ?? []).forEach((value, index) => (centre[row[index] ?? 0] = value));
  };
  rows.forEach((_, at) => place(at, () => 0));
  const near = (side: Links) => (node: number) => {
    const others = side[node] ?? [];
    if (others.length === 0) return centre[node] ?? 0;
    return others.reduce((sum, other) => sum + (centre[other] ?? 0), 0) / others.length;
  };
  for (let pass = 0; pass < PASSES; pass += 1) {
    const forward = pass % 2 === 0;
    const wish = near(forward ? links.befores : links.afters);
    for (let step = 1; step < rows.length; step += 1) place(forward ? step : rows.length - 1 - step, wish);
  }
  return Array.from(centre);
}
