/** The order of nodes in their layers, with few crossings, and how far down each stands. Pure. */

/** Layers from left to right, and the edges between their nodes. */
export interface Web {
  readonly layers: readonly (readonly string[])[];
  readonly edges: readonly (readonly [from: string, to: string])[];
}

const SWEEPS = 8;
const PULLS = 6;
/** Edges over many layers are led through each of them, as long as this adds no more than so many places. */
const MOST_BENDS = 20_000;

/** How far down each node stands: near what it is connected with, no two of a layer closer than the gap. */
export function orderLayers(web: Web, heightOf: (id: string) => number, gap: number): Map<string, number> {
  const net = netOf(web, heightOf);
  untangle(net);
  const tops = settle(net, gap);
  const start = web.layers.flat().reduce((least, id) => Math.min(least, tops[net.numbers.get(id) ?? 0] ?? 0), Infinity);
  return new Map([...net.numbers].map(([id, number]) => [id, Math.round((tops[number] ?? 0) - start)]));
}

/** The web in numbers: edges only between neighbouring layers, long ones led through places without height. */
interface Net {
  readonly numbers: Map<string, number>;
  readonly heights: number[];
  layers: number[][];
  readonly left: number[][];
  readonly right: number[][];
}

function netOf({ layers, edges }: Web, heightOf: (id: string) => number): Net {
  const numbers = new Map<string, number>();
  const layerOf: number[] = [];
  const net: Net = { numbers, heights: [], layers: layers.map(() => []), left: [], right: [] };
  const add = (layer: number, height: number): number => {
    const number = net.heights.push(height) - 1;
    net.layers[layer]?.push(number);
    layerOf[number] = layer;
    net.left.push([]);
    net.right.push([]);
    return number;
  };
  layers.forEach((layer, index) => layer.forEach((id) => numbers.set(id, add(index, heightOf(id)))));
  const join = (from: number, to: number) => {
    net.right[from]?.push(to);
    net.left[to]?.push(from);
  };
  let bends = 0;
  for (const [from, to] of edges) {
    const start = numbers.get(from) ?? 0;
    const end = numbers.get(to) ?? 0;
    const [first, last] = [layerOf[start] ?? 0, layerOf[end] ?? 0];
    if (first >= last) continue;
    let previous = start;
    for (let layer = first + 1; layer < last && bends < MOST_BENDS; layer += 1, bends += 1) {
      const bend = add(layer, 0);
      join(previous, bend);
      previous = bend;
    }
    join(previous, end);
  }
  return net;
}

/** Sort each layer by where its neighbours stand, back and forth, and keep the order with the fewest crossings. */
function untangle(net: Net): void {
  let best = net.layers;
  let fewest = crossings(net);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep += 1) {
    const isForth = sweep % 2 === 0;
    const layers = net.layers.map((layer) => [...layer]);
    const ranks: number[] = [];
    const rank = (layer: readonly number[]) => layer.forEach((number, index) => (ranks[number] = index));
    layers.forEach(rank);
    const order = layers.map((_, index) => (isForth ? index : layers.length - 1 - index));
    for (const index of order) {
      const layer = layers[index] ?? [];
      const pulls = new Map(layer.map((number) => [number, mean((isForth ? net.left : net.right)[number] ?? [], ranks) ?? ranks[number] ?? 0]));
      layer.sort((a, b) => (pulls.get(a) ?? 0) - (pulls.get(b) ?? 0));
      rank(layer);
    }
    net.layers = layers;
    const count = crossings(net);
    if (count < fewest) [best, fewest] = [layers, count];
  }
  net.layers = best;
}

function mean(numbers: readonly number[], values: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  return numbers.reduce((sum, number) => sum + (values[number] ?? 0), 0) / numbers.length;
}

/** How many edges cross each other, counted layer by layer. */
function crossings(net: Net): number {
  const ranks: number[] = [];
  for (const layer of net.layers) layer.forEach((number, index) => (ranks[number] = index));
  let count = 0;
  net.layers.forEach((layer, index) => {
    const width = net.layers[index + 1]?.length ?? 0;
    const tree = new Array<number>(width + 1).fill(0);
    let seen = 0;
    for (const number of layer) {
      const ends = (net.right[number] ?? []).map((to) => ranks[to] ?? 0);
      for (const end of ends) count += seen - sumUpTo(tree, end + 1);
      for (const end of ends) addAt(tree, end + 1);
      seen += ends.length;
    }
  });
  return count;
}

function sumUpTo(tree: readonly number[], place: number): number {
  let sum = 0;
  for (let at = place; at > 0; at -= at & -at) sum += tree[at] ?? 0;
  return sum;
}

function addAt(tree: number[], place: number): void {
  for (let at = place; at < tree.length; at += at & -at) tree[at] = (tree[at] ?? 0) + 1;
}

/** How far down each place is, after each layer was drawn towards its neighbours a few times. */
function settle(net: Net, gap: number): number[] {
  const middles: number[] = [];
  for (const layer of net.layers) stack(layer, layer.map(() => 0), net.heights, gap, middles);
  for (let pull = 0; pull < PULLS; pull += 1) {
    const isForth = pull % 2 === 0;
    const order = isForth ? net.layers : [...net.layers].reverse();
    for (const layer of order) {
      const near = pull === PULLS - 1 ? (number: number) => [...(net.left[number] ?? []), ...(net.right[number] ?? [])] : (number: number) => (isForth ? net.left : net.right)[number] ?? [];
      const wishes = layer.map((number) => mean(near(number), middles) ?? middles[number] ?? 0);
      stack(layer, wishes, net.heights, gap, middles);
    }
  }
  return middles.map((middle, number) => middle - (net.heights[number] ?? 0) / 2);
}

/**
 * Put the nodes of a layer as near to their wishes as their order and the gap between them allow. Nodes whose wishes
 * collide move as one block to the mean of what they wish (isotonic regression by pooling neighbours).
 */
function stack(layer: readonly number[], wishes: readonly number[], heights: readonly number[], gap: number, middles: number[]): void {
  const offsets: number[] = [];
  layer.forEach((number, index) => {
    const previous = layer[index - 1];
    const room = previous === undefined ? 0 : ((heights[previous] ?? 0) + (heights[number] ?? 0)) / 2 + gap;
    offsets[index] = (offsets[index - 1] ?? 0) + room;
  });
  const blocks: { sum: number; count: number }[] = [];
  wishes.forEach((wish, index) => {
    blocks.push({ sum: wish - (offsets[index] ?? 0), count: 1 });
    for (let last = blocks.length - 1; last > 0; last -= 1) {
      const [one, other] = [blocks[last - 1], blocks[last]];
      if (one === undefined || other === undefined || one.sum / one.count < other.sum / other.count) break;
      blocks.splice(last - 1, 2, { sum: one.sum + other.sum, count: one.count + other.count });
    }
  });
  let index = 0;
  for (const { sum, count } of blocks) {
    for (let rest = count; rest > 0; rest -= 1, index += 1) middles[layer[index] ?? 0] = sum / count + (offsets[index] ?? 0);
  }
}
