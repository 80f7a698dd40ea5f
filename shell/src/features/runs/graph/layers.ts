/** Which steps stand beside each other, and in which order: what comes after something is in a later layer. Pure. */

/** Edges by place in the list of nodes. */
export type Links = readonly (readonly number[])[];

/** The layer of every node: one behind the last of those it comes after. What runs in a circle comes last. */
export function layersOf(count: number, befores: Links): readonly number[] {
  const afters = reversed(count, befores);
  const open = befores.map((before) => before.length);
  const layer = new Array<number>(count).fill(-1);
  const queue = open.flatMap((left, node) => (left === 0 ? [node] : []));
  for (const node of queue) layer[node] = 0;
  for (let at = 0; at < queue.length; at += 1) {
    const node = queue[at] ?? 0;
    for (const after of afters[node] ?? []) {
      layer[after] = Math.max(layer[after] ?? 0, (layer[node] ?? 0) + 1);
      open[after] = (open[after] ?? 0) - 1;
      if (open[after] === 0) queue.push(after);
    }
  }
  const last = layer.reduce((most, each) => Math.max(most, each), -1);
  return open.map((left, node) => (left > 0 ? last + 1 : (layer[node] ?? 0)));
}

/** The same edges, seen from their other end. */
export function reversed(count: number, links: Links): number[][] {
  const back: number[][] = Array.from({ length: count }, () => []);
  links.forEach((others, node) => {
    for (const other of others) back[other]?.push(node);
  });
  return back;
}

const SWEEPS = 8;

/** Each layer in an order with few crossings: nodes go where the middle of their neighbours is, back and forth. */
export function orderedLayers(layers: readonly (readonly number[])[], befores: Links, afters: Links): readonly (readonly number[])[] {
  const place = new Float64Array(befores.length);
  const number = (row: readonly number[]) => row.forEach((node, at) => (place[node] = at));
  let rows = layers.map((row) => [...row]);
  rows.forEach(number);
  let best = rows;
  let fewest = crossings(rows, afters, place);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep += 1) {
    const forward = sweep % 2 === 0;
    const links = forward ? befores : afters;
    const next = rows.map((row) => [...row]);
    for (let step = 1; step < next.length; step += 1) {
      const at = forward ? step : next.length - 1 - step;
      const row = next[at] ?? [];
      const wish = new Map(row.map((node) => [node, middleOf(links[node] ?? [], place) ?? place[node] ?? 0]));
      row.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0) || (place[a] ?? 0) - (place[b] ?? 0));
      number(row);
    }
    rows = next;
    const now = crossings(rows, afters, place);
    if (now < fewest) [best, fewest] = [rows, now];
  }
  return best;
}

function middleOf(nodes: readonly number[], place: Float64Array): number | undefined {
  if (nodes.length === 0) return undefined;
  return nodes.reduce((sum, node) => sum + (place[node] ?? 0), 0) / nodes.length;
}

/** How many edges between neighbouring layers cross; a counting tree keeps it at n log n. */
export function crossings(rows: readonly (readonly number[])[], afters: Links, place: Float64Array): number {
  let total = 0;
  rows.forEach((row, at) => {
    const width = rows[at + 1]?.length ?? 0;
    const tree = new Int32Array(width + 1);
    let seen = 0;
    for (const node of row) {
      const targets = (afters[node] ?? []).map((after) => place[after] ?? 0).sort((a, b) => a - b);
      for (const target of targets) total += seen - sum(tree, target + 1);
      for (const target of targets) add(tree, target + 1);
      seen += targets.length;
    }
  });
  return total;
}

function add(tree: Int32Array, from: number): void {
  for (let at = from; at < tree.length; at += at & -at) tree[at] = (tree[at] ?? 0) + 1;
}

function sum(tree: Int32Array, to: number): number {
  let total = 0;
  for (let at = to; at > 0; at -= at & -at) total += tree[at] ?? 0;
  return total;
}
