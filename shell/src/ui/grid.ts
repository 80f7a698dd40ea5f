/** Where the keys lead in a grid. Pure. */

/** How many columns of at least `min` pixels fit into `width`. */
export function columnsIn(width: number, min: number, gap: number): number {
  return Math.max(1, Math.floor((width + gap) / (min + gap)));
}

/** The cell a key leads to; null when the key is not for the grid, or there is nothing that way. */
export function nextCell(key: string, place: number, count: number, columns: number): number | null {
  const next = target(key, place, count, columns);
  return next === null || next === place || next < 0 || next >= count ? null : next;
}

function target(key: string, place: number, count: number, columns: number): number | null {
  const below = place + columns;
  switch (key) {
    case "ArrowRight":
      return place + 1;
    case "ArrowLeft":
      return place - 1;
    case "ArrowUp":
      return place - columns;
    case "ArrowDown":
      // From the last full row into a shorter one: its last cell is the nearest.
      return below < count || Math.floor(place / columns) === Math.floor((count - 1) / columns) ? below : count - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    case "PageDown":
      return Math.min(count - 1, place + columns * 4);
    case "PageUp":
      return Math.max(0, place - columns * 4);
    default:
      return null;
  }
}
