import { useMemo } from "react";

import { useApps, useCapabilities, usePersonas, useWorkflows } from "@/api";
import { useI18n } from "@/i18n";
import { useEditor } from "../useEditor";
import { entriesOf, type PaletteEntry } from "./entries";

/** Everything that can be put on this canvas. */
export function useEntries(): readonly PaletteEntry[] {
  const { t, locale } = useI18n();
  const own = useEditor(({ draft }) => draft.id);
  const { data: apps = [] } = useApps();
  const { data: capabilities = [] } = useCapabilities();
  const { data: agents = [] } = usePersonas();
  const { data: workflows = [] } = useWorkflows();
  return useMemo(() => {
    const others = workflows.map(({ workflow }) => workflow).filter(({ id }) => id !== own);
    return entriesOf({ apps, capabilities, agents, workflows: others }, locale, t);
  }, [apps, capabilities, agents, workflows, own, locale, t]);
}
