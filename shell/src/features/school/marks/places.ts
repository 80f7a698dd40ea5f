/** Where in the table of marks one is, and where a key leads. Pure. */

export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

/** Where a key leads from here; null for keys that lead nowhere. The edges hold. */
export function placeAfter(key: string, whole: boolean, { row, column }: Place, size: Size): Place | null {
  if (key === "Home") return inside({ row: whole ? 0 : row, column: 0 }, size);
  if (key === "End") return inside({ row: whole ? size.rows - 1 : row, column: size.columns - 1 }, size);
  const step = STEPS[key];
  return step === undefined ? null : inside({ row: row + step[0], column: column + step[1] }, size);
}

export function inside({ row, column }: Place, { rows, columns }: Size): Place {
  return { row: Math.max(0, Math.min(rows - 1, row)), column: Math.max(0, Math.min(columns - 1, column)) };
}

export const isAt = (a: Place | null, row: number, column: number): boolean => a !== null && a.row === row && a.column === column;
