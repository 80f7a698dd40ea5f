import { type Agent, usePersonas } from "@/api";
import { nameOf, useT } from "@/i18n";

export interface Members {
  readonly all: readonly Agent[];
  readonly whoIs: (id: string) => Agent | undefined;
  readonly called: (id: string) => string;
}

/** The agents that can be in a team, and what each is called. */
export function useMembers(): Members {
  const t = useT();
  const { data: all = [] } = usePersonas();
  const whoIs = (id: string) => all.find((agent) => agent.id === id);
  const called = (id: string) => {
    const agent = whoIs(id);
    return agent ? nameOf(agent, t) : id;
  };
  return { all, whoIs, called };
}
