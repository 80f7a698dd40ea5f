import { useMemo } from "react";

import { useCapabilities, usePersonas, useWorkflows } from "@/api";
import { useI18n } from "@/i18n";
import { useEditor } from "../useEditor";
import { entriesOf, type PaletteEntry } from "./entries";

/** Everything that can be put on this canvas. */
export function useEntries(): readonly PaletteEntry[] {
  const { t, locale } = useI18n();
  const own = useEditor(({ draft }) => draft.id);
  const { data: capabilities = [] } = useCapabilities();
  const { data: agents = [] } = usePersonas();
  const { data: workflows = [] } = useWorkflows();
  return useMemo(() => {
    const others = workflows.map(({ workflow }) => workflow).filter(({ id }) => id !== own);
    return entriesOf({ capabilities, agents, workflows: others }, locale, t);
  }, [capabilities, agents, workflows, own, locale, t]);
}
