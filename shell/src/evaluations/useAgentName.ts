import { usePersonas } from "@/api";
import { nameOf, useT } from "@/i18n";
import type { AgentName } from "./results";

/** Names agents that were tried: as they are called here, else as they were called then. */
export function useAgentName(): AgentName {
  const t = useT();
  const { data: agents = [] } = usePersonas();
  return ({ agent: id, agent_name }) => {
    const found = agents.find((each) => each.id === id);
    return found === undefined ? agent_name : nameOf(found, t);
  };
}
