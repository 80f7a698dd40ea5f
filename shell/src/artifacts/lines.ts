/** The first lines of a text as a thumbnail shows them. Pure. */

import type { ArtifactType } from "@/api";

export interface Line {
  readonly text: string;
  readonly look: "plain" | "heading" | "added" | "removed";
}

const MOST = 16;
const LONGEST = 120;

/** A few short lines; Markdown without its marks, a diff with its sides. */
export function firstLines(text: string, type: ArtifactType): readonly Line[] {
  return spread(text, type)
    .split("\n", MOST)
    .map((line) => line.slice(0, LONGEST).trimEnd())
    .map((line) => looked(line, type));
}

/** Data that came in one line is spread out, if it is whole. */
function spread(text: string, type: ArtifactType): string {
  if (type !== "json" || text.trimEnd().includes("\n")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function looked(line: string, type: ArtifactType): Line {
  if (type === "markdown") {
    const heading = /^#{1,6}\s+(.*)$/.exec(line);
    const plain = (heading?.[1] ?? line).replace(/(\*\*|__|`)/g, "").replace(/^(\s*)[-*+]\s+/, "$1• ");
    return { text: plain, look: heading ? "heading" : "plain" };
  }
  if (type === "diff") {
    if (/^\+(?!\+\+)/.test(line)) return { text: line, look: "added" };
    if (/^-(?!--)/.test(line)) return { text: line, look: "removed" };
  }
  return { text: line, look: "plain" };
}
