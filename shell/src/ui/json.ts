/** A JSON document as lines of a tree. Pure. */

export type JsonLine =
  | { readonly kind: "value"; readonly path: string; readonly depth: number; readonly name: string | null; readonly value: string | number | boolean | null }
  | {
      readonly kind: "list" | "object";
      readonly path: string;
      readonly depth: number;
      readonly name: string | null;
      readonly count: number;
      readonly open: boolean;
    }
  | { readonly kind: "rest"; readonly path: string; readonly depth: number; readonly count: number };

/** How many children of one node are shown before "show more". */
export const CHILDREN = 200;

/** The lines in sight: children of open nodes only, and of a big one only so many. */
export function linesOf(document: unknown, open: ReadonlySet<string>, whole: ReadonlySet<string>): readonly JsonLine[] {
  const lines: JsonLine[] = [];
  walk(document, { path: "$", depth: 0, name: null }, { open, whole, lines });
  return lines;
}

interface Place {
  readonly path: string;
  readonly depth: number;
  readonly name: string | null;
}

interface Walk {
  readonly open: ReadonlySet<string>;
  readonly whole: ReadonlySet<string>;
  readonly lines: JsonLine[];
}

function walk(value: unknown, place: Place, state: Walk): void {
  if (typeof value !== "object" || value === null) {
    state.lines.push({ kind: "value", ...place, value: isPlain(value) ? value : String(value) });
    return;
  }
  const isList = Array.isArray(value);
  const children: readonly (readonly [string, unknown])[] = isList ? value.map((each, index) => [String(index), each]) : Object.entries(value);
  const open = state.open.has(place.path) && children.length > 0;
  state.lines.push({ kind: isList ? "list" : "object", ...place, count: children.length, open });
  if (!open) return;
  const shown = state.whole.has(place.path) ? children : children.slice(0, CHILDREN);
  for (const [name, child] of shown) {
    walk(child, { path: `${place.path}/${name.replaceAll("/", "~1")}`, depth: place.depth + 1, name }, state);
  }
  if (shown.length < children.length) {
    state.lines.push({ kind: "rest", path: place.path, depth: place.depth + 1, count: children.length - shown.length });
  }
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** The nodes open at first: the outermost ones, as long as that stays a page. */
export function firstOpen(document: unknown): ReadonlySet<string> {
  const open = new Set(["$"]);
  if (typeof document !== "object" || document === null) return open;
  const children = Object.entries(document);
  if (children.length > 20) return open;
  for (const [name, child] of children) {
    if (typeof child === "object" && child !== null && Object.keys(child).length <= 10) open.add(`$/${name.replaceAll("/", "~1")}`);
  }
  return open;
}

/** Every node of a document, for who wants all of it open. */
export function nodesOf(document: unknown, path = "$"): ReadonlySet<string> {
  if (typeof document !== "object" || document === null) return new Set();
  const inner = Object.entries(document).flatMap(([name, child]) => [...nodesOf(child, `${path}/${name.replaceAll("/", "~1")}`)]);
  return new Set([path, ...inner]);
}
