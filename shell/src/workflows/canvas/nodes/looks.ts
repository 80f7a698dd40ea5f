/** How each kind of node looks: its icon, its colour and its shape. Names of tokens, never values. */

import { Bot, CircleDot, CircleStop, GitFork, type LucideIcon, MessageCircleQuestion, Repeat2, StickyNote, Workflow, Wrench } from "lucide-react";

import type { NodeKind } from "@/flow";

export const ICONS: Readonly<Record<NodeKind, LucideIcon>> = {
  agent: Bot,
  call: Wrench,
  condition: GitFork,
  human: MessageCircleQuestion,
  loop: Repeat2,
  workflow: Workflow,
  start: CircleDot,
  output: CircleStop,
  note: StickyNote,
};

/** The ground and the ink of a kind's icon. */
export const INKS: Readonly<Record<NodeKind, string>> = {
  agent: "bg-tint-violet-soft text-tint-violet",
  call: "bg-tint-blue-soft text-tint-blue",
  condition: "bg-tint-amber-soft text-tint-amber",
  human: "bg-tint-rose-soft text-tint-rose",
  loop: "bg-tint-teal-soft text-tint-teal",
  workflow: "bg-tint-indigo-soft text-tint-indigo",
  start: "bg-tint-green-soft text-tint-green",
  output: "bg-tint-gray-soft text-tint-gray",
  note: "bg-tint-amber-soft text-tint-amber",
};

/** Blocks on the small map and from far away. */
export const BLOCKS: Readonly<Record<NodeKind, string>> = {
  agent: "fill-tint-violet-soft stroke-tint-violet",
  call: "fill-tint-blue-soft stroke-tint-blue",
  condition: "fill-tint-amber-soft stroke-tint-amber",
  human: "fill-tint-rose-soft stroke-tint-rose",
  loop: "fill-tint-teal-soft stroke-tint-teal",
  workflow: "fill-tint-indigo-soft stroke-tint-indigo",
  start: "fill-tint-green-soft stroke-tint-green",
  output: "fill-tint-gray-soft stroke-tint-gray",
  note: "fill-tint-amber-soft stroke-tint-amber",
};

/** How large a node is drawn. */
export const NODE = { width: 208, height: 58 } as const;
export const END = { width: 132, height: 42 } as const;

/** How far down the two ports of a condition stand. */
export const PORTS = { yes: "26%", no: "74%" } as const;

/** The outline of a kind inside a box of this size: not told by colour alone. */
export function outlineOf(kind: NodeKind, width: number, height: number): string {
  switch (kind) {
    case "condition":
      return hexagon(width, height, 16);
    case "human":
      return rounded(width, height, height / 2);
    case "start":
    case "output":
      return rounded(width, height, height / 2);
    case "agent":
      return rounded(width, height, 16);
    case "call":
    case "loop":
    case "workflow":
    case "note":
      return rounded(width, height, 8);
  }
}

function rounded(width: number, height: number, radius: number): string {
  const [w, h, r] = [width - 1, height - 1, Math.min(radius, (height - 1) / 2)];
  return `M${0.5 + r} .5H${0.5 + w - r}a${r} ${r} 0 0 1 ${r} ${r}V${0.5 + h - r}a${r} ${r} 0 0 1 -${r} ${r}H${0.5 + r}a${r} ${r} 0 0 1 -${r} -${r}V${0.5 + r}a${r} ${r} 0 0 1 ${r} -${r}Z`;
}

function hexagon(width: number, height: number, cut: number): string {
  const [w, h] = [width - 1, height - 1];
  return `M${cut} .5H${w - cut}L${w + 0.5} ${h / 2 + 0.5}L${w - cut} ${h + 0.5}H${cut}L.5 ${h / 2 + 0.5}Z`;
}
