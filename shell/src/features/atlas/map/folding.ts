/** What of the map is open. Pure. */

import type { AtlasNode } from "@/api";

/** How deep the map is shown at first; a click opens or closes one more. */
export type Level = "pillar" | "objective" | "key_result";

export const LEVELS: readonly Level[] = ["pillar", "objective", "key_result"];

/** What is folded at each level, unless it was opened by hand. */
const FOLDED: Readonly<Record<Level, readonly string[]>> = { pillar: ["pillar", "objective"], objective: ["objective"], key_result: [] };

/** More than this is not read at once. */
const MANY = 24;
const TOO_MANY = 48;

/** As deep as can be read at once. */
export function firstLevel(nodes: readonly AtlasNode[]): Level {
  if (nodes.length <= MANY) return "key_result";
  return nodes.filter(({ kind }) => kind !== "key_result").length <= TOO_MANY ? "objective" : "pillar";
}

/** Whether what stands under a node is hidden: by the level, or the other way round because somebody clicked it. */
export function isFolded(node: AtlasNode, level: Level, toggled: ReadonlySet<string>): boolean {
  return FOLDED[level].includes(node.kind) !== toggled.has(node.id);
}

/** Whether a node opens: key results are leaves of the map, whatever is done for them. */
export const opens = (node: AtlasNode): boolean => node.children > 0 && node.kind !== "key_result";

/** The nodes that are in sight: none under a folded one. */
export function inSight(nodes: readonly AtlasNode[], level: Level, toggled: ReadonlySet<string>): readonly AtlasNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const seen = new Map<string, boolean>();
  const visible = (node: AtlasNode): boolean => {
    const known = seen.get(node.id);
    if (known !== undefined) return known;
    seen.set(node.id, false); // Whatever hangs in a circle is never in sight.
    const parent = node.parent === null ? undefined : byId.get(node.parent);
    const answer = parent === undefined || (!isFolded(parent, level, toggled) && visible(parent));
    seen.set(node.id, answer);
    return answer;
  };
  return nodes.filter(visible);
}
