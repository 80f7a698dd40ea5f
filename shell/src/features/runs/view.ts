/** What of a run is open, as it stands in the address. Pure. */

export const VIEWS = ["graph", "canvas", "steps", "story", "changes"] as const;
export type View = (typeof VIEWS)[number];

export interface Open {
  /** Undefined leaves it to the screen's size and the number of steps. */
  readonly view: View | undefined;
  /** The place of the step whose details are open. */
  readonly step: string | undefined;
  /** The event that is looked for in the story. */
  readonly event: string | undefined;
}

/** What an address asks for, whatever somebody typed there. */
export function readView(search: string): Open {
  const wished = new URLSearchParams(search);
  const view = wished.get("view");
  return { view: VIEWS.find((each) => each === view), step: wished.get("step") || undefined, event: wished.get("event") || undefined };
}

/** `?view=steps&step=fetch`, or nothing when nothing is chosen. */
export function writeView({ view, step, event }: Open): string {
  const query = new URLSearchParams();
  if (view !== undefined) query.set("view", view);
  if (step !== undefined) query.set("step", step);
  if (event !== undefined) query.set("event", event);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** More steps than this are a list first: nobody reads so many boxes. */
export const MOST_BOXES = 400;

/** What is shown when nobody has chosen: the picture, unless there is no room for it or too much in it. */
export function firstView(steps: number, narrow: boolean): View {
  return narrow || steps > MOST_BOXES ? "steps" : "graph";
}
