/** A graph's steps in the order they can run, and where a small picture of them puts each. Pure. */

import type { Step } from "@/api";
import { layersOf } from "@/flow";

/** What a picture tells of a step. */
export type PictureStep = Pick<Step, "id" | "title" | "kind" | "dependencies" | "when" | "interrupt">;

export interface Spot {
  readonly step: PictureStep;
  readonly x: number;
  readonly y: number;
}

export interface Line {
  readonly from: Spot;
  readonly to: Spot;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly spots: readonly Spot[];
  readonly lines: readonly Line[];
  /** How many steps there was no room for. */
  readonly more: number;
}

/** How large a step is drawn, and how far apart. */
export interface Measure {
  readonly width: number;
  readonly height: number;
  readonly across: number;
  readonly down: number;
}

/** Left to right, each layer centred, each step near what it waits for; at most so many steps. */
export function pictureOf(steps: readonly PictureStep[], measure: Measure, most: number): Picture {
  const shown = layersOf(steps).flat().slice(0, most);
  const layers = nearFollowers(layersOf(shown));
  const tallest = Math.max(1, ...layers.map(({ length }) => length));
  const height = tallest * (measure.height + measure.down) - measure.down;
  const found = new Map<string, Spot>();
  layers.forEach((layer, column) => {
    const sorted = [...layer].sort((a, b) => pull(a, found) - pull(b, found));
    const top = (height - (layer.length * (measure.height + measure.down) - measure.down)) / 2;
    sorted.forEach((step, row) => {
      found.set(step.id, { step, x: column * (measure.width + measure.across), y: top + row * (measure.height + measure.down) });
    });
  });
  const spots = [...found.values()];
  const lines = spots.flatMap((to) =>
    (to.step.dependencies ?? []).flatMap((id) => {
      const from = found.get(id);
      return from === undefined ? [] : [{ from, to }];
    }),
  );
  const width = Math.max(1, layers.length) * (measure.width + measure.across) - measure.across;
  return { width, height, spots, lines, more: steps.length - spots.length };
}

/** The layers with each step that waits for none just before the first that waits for it, so that no line runs behind others. */
function nearFollowers(layers: readonly (readonly PictureStep[])[]): PictureStep[][] {
  const at = new Map(layers.flatMap((layer, column) => layer.map(({ id }) => [id, column] as const)));
  const moved: PictureStep[][] = layers.map(() => []);
  for (const [column, layer] of layers.entries()) {
    for (const step of layer) {
      const followers = column > 0 ? [] : layers.flat().filter(({ dependencies = [] }) => dependencies.includes(step.id));
      const first = Math.min(...followers.map(({ id }) => at.get(id) ?? 1), layers.length);
      moved[followers.length > 0 ? first - 1 : column]?.push(step);
    }
  }
  return moved;
}

/** The height at which the steps it waits for stand. */
function pull({ dependencies = [] }: PictureStep, found: ReadonlyMap<string, Spot>): number {
  const heights = dependencies.flatMap((id) => found.get(id)?.y ?? []);
  return heights.length === 0 ? 0 : heights.reduce((sum, y) => sum + y, 0) / heights.length;
}
