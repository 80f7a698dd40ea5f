import { createContext, useContext, useMemo } from "react";

import { type Capability, useCapabilities, usePersonas, useWorkflows } from "@/api";
import { capabilityTitle } from "@/catalog";
import { nameOf, useI18n } from "@/i18n";

/** What the things are called that steps use. Read once for a canvas: it may have hundreds of steps. */
export interface Names {
  readonly capabilities: ReadonlyMap<string, Capability>;
  readonly capability: (name: string) => string;
  readonly agent: (id: string) => string;
  readonly workflow: (id: string) => string;
}

const PLAIN: Names = { capabilities: new Map(), capability: (name) => name, agent: (id) => id, workflow: (id) => id };

export const NamesContext = createContext<Names>(PLAIN);

export const useNames = (): Names => useContext(NamesContext);

/** Read what things are called, in the language of the person. */
export function useReadNames(): Names {
  const { t, locale } = useI18n();
  const { data: capabilities = [] } = useCapabilities();
  const { data: personas = [] } = usePersonas();
  const { data: workflows = [] } = useWorkflows();
  return useMemo(() => {
    const known = new Map(capabilities.map((each) => [each.name, each]));
    const agents = new Map(personas.map((each) => [each.id, nameOf(each, t)]));
    const kept = new Map(workflows.map(({ workflow }) => [workflow.id, workflow.title]));
    return {
      capabilities: known,
      capability: (name) => {
        const capability = known.get(name);
        return capability === undefined ? name : capabilityTitle(capability, locale);
      },
      agent: (id) => agents.get(id) ?? id,
      workflow: (id) => kept.get(id) ?? id,
    };
  }, [capabilities, personas, workflows, locale, t]);
}
