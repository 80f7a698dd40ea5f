import type { Agent } from "@/api";
import { PersonaMark, TINTS } from "@/ui";

interface AgentIconProps {
  readonly agent: Pick<Agent, "icon" | "color"> | undefined;
  readonly size?: "xs" | "sm" | "md";
}

/** The picture and colour an agent goes by. */
export function AgentIcon({ agent, size = "xs" }: AgentIconProps) {
  const color = TINTS.find((tint) => tint === agent?.color) ?? "gray";
  return <PersonaMark icon={agent?.icon ?? ""} color={color} size={size} />;
}
