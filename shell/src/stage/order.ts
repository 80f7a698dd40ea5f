/** The place a row has once it went one up or down; undefined where it is at the edge, or not there. */
export function placeBeside(ids: readonly string[], id: string, way: "up" | "down"): number | undefined {
  const here = ids.indexOf(id);
  const to = here + (way === "up" ? -1 : 1);
  return here === -1 || to < 0 || to >= ids.length ? undefined : to;
}

/** The place a row has once it was let go before another one, or at the end. */
export function placeBefore(ids: readonly string[], id: string, target: string): number {
  const others = ids.filter((each) => each !== id);
  if (target === "end") return others.length;
  return target === id ? ids.indexOf(id) : others.indexOf(target);
}
