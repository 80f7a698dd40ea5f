import { Bot, Code, Compass, FlaskConical, type LucideIcon, Palette, PenLine, Search, Sparkles } from "lucide-react";

import type { Agent } from "@/api";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  sparkles: Sparkles,
  code: Code,
  search: Search,
  pen: PenLine,
  "pen-line": PenLine,
  palette: Palette,
  compass: Compass,
  flask: FlaskConical,
};

/** The picture an agent goes by. */
export function AgentIcon({ agent, className }: { readonly agent: Agent | undefined; readonly className?: string }) {
  const Icon = ICONS[agent?.icon ?? ""] ?? Bot;
  return <Icon aria-hidden className={className} />;
}
