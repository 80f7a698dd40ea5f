/** Coming back from an artifact: the shelf begins at the one that was looked at last. */

let latest: { readonly address: string; readonly id: string } | null = null;

/** Note that this artifact is looked at, and where the way back leads. */
export function noteReturn(address: string, id: string): void {
  latest = { address, id };
}

/** The artifact one comes back from, if this is where the way back led. Who comes again begins at the top. */
export function takeReturn(): string | undefined {
  const found = latest?.address === location.pathname + location.search ? latest.id : undefined;
  latest = null;
  return found;
}
