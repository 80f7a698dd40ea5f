import { Copy, Download, MessageSquare, Trash2 } from "lucide-react";

import type { Agent, AgentFormat } from "@/api";
import { nameOf, useT } from "@/i18n";
import { useComposer } from "@/state";
import { MenuButton } from "@/ui";
import { useAgentActions } from "./useAgentActions";

const FORMATS: readonly AgentFormat[] = ["markdown", "agents_md", "skill_md", "agent_spec"];

/** What one can do with an agent: ask it, clone it, keep it as a file, delete it. */
export function AgentMenu({ agent }: { readonly agent: Agent }) {
  const t = useT();
  const begin = useComposer((composer) => composer.begin);
  const { clone, remove, save } = useAgentActions();
  return (
    <MenuButton
      label={t("agents.menu", { name: nameOf(agent, t) })}
      items={[
        { id: "try", label: t("agents.try"), icon: MessageSquare, onSelect: () => begin({ agent: agent.id }) },
        { id: "clone", label: t("agents.clone"), icon: Copy, onSelect: () => clone(agent) },
        ...FORMATS.map((format, place) => ({
          id: format,
          label: t("agents.export", { format: t(`agents.import.format.${format}`) }),
          icon: Download,
          separated: place === 0,
          onSelect: () => save(agent, format),
        })),
        ...(agent.builtin
          ? []
          : [{ id: "delete", label: t("words.delete"), icon: Trash2, danger: true, separated: true, onSelect: () => remove(agent) }]),
      ]}
    />
  );
}
