import { Copy, MessageSquare, Trash2 } from "lucide-react";

import type { Agent } from "@/api";
import { nameOf, useT } from "@/i18n";
import { useComposer } from "@/state";
import { MenuButton } from "@/ui";
import { useAgentActions } from "./useAgentActions";

/** What one can do with an agent: ask it, clone it, delete it. */
export function AgentMenu({ agent }: { readonly agent: Agent }) {
  const t = useT();
  const begin = useComposer((composer) => composer.begin);
  const { clone, remove } = useAgentActions();
  return (
    <MenuButton
      label={t("agents.menu", { name: nameOf(agent, t) })}
      items={[
        { id: "try", label: t("agents.try"), icon: MessageSquare, onSelect: () => begin({ agent: agent.id }) },
        { id: "clone", label: t("agents.clone"), icon: Copy, onSelect: () => clone(agent) },
        ...(agent.builtin
          ? []
          : [{ id: "delete", label: t("words.delete"), icon: Trash2, danger: true, separated: true, onSelect: () => remove(agent) }]),
      ]}
    />
  );
}
