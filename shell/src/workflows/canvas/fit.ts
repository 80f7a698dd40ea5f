/** How a canvas is brought in sight. Pure. */

/** From here on only what is in sight is drawn, and nobody expects to read every step at once. */
export const MANY = 60;

/** All of it, however small that becomes: somebody asked for it. */
export const ALL = { maxZoom: 1, minZoom: 0.05, padding: 0.1 } as const;

/** All of it where a canvas begins; a small graph is always near enough to be read. */
export const fitOf = (nodes: number) => ({ maxZoom: 1, minZoom: nodes > MANY ? 0.05 : 0.55, padding: 0.1 });
