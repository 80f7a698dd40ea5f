import { Check, ChevronDown } from "lucide-react";
import { useState } from "react";

import { type Agent, isProblem, useConversations, useEditConversation, usePersonas } from "@/api";
import { aboutOf, nameOf, useT } from "@/i18n";
import { useComposer } from "@/state";
import { Popover, toast } from "@/ui";
import { AgentIcon } from "./AgentIcon";
import type { Chat } from "./model";

/** Who is asked when nobody else is chosen. */
const DEFAULT_AGENT = "assistant";

/** Who answers here; opens the choice. */
export function AgentChip({ chat }: { readonly chat: Chat | null }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { data: agents = [] } = usePersonas();
  const { data: conversations } = useConversations();
  const edit = useEditConversation();
  const wished = useComposer((state) => state.agent);
  const choose = useComposer((state) => state.choose);
  const current = chat?.agent ?? wished ?? DEFAULT_AGENT;
  const shown = agents.find((agent) => agent.id === current);

  const pick = (agent: Agent) => {
    setOpen(false);
    choose(agent.id);
    const conversation = conversations?.items.find((each) => each.id === chat?.conversation);
    if (conversation === undefined || agent.id === conversation.agent) return;
    edit.mutate(
      { conversation, agent: agent.id },
      { onError: (error) => toast.error(error.message || t("error.network"), { description: isProblem(error) ? error.hint : null }) },
    );
  };

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t("chat.agent.choose")}
      align="end"
      className="w-72 p-1"
      trigger={
        <button
          type="button"
          aria-label={`${t("chat.agent")}: ${shown ? nameOf(shown, t) : current}`}
          className="inline-flex h-7 max-w-40 items-center gap-1.5 rounded-sm px-2 text-xs font-medium text-muted hover:bg-hover hover:text-fg data-[state=open]:bg-active"
        >
          <AgentIcon agent={shown} className="size-3.5 shrink-0 text-accent-text" />
          <span className="truncate">{shown ? nameOf(shown, t) : current}</span>
          <ChevronDown aria-hidden className="size-3 shrink-0" />
        </button>
      }
    >
      <ul aria-label={t("chat.agent")}>
        {agents.map((agent) => (
          <li key={agent.id}>
            <button
              type="button"
              aria-current={agent.id === current || undefined}
              onClick={() => pick(agent)}
              className="flex w-full items-start gap-2.5 rounded-md px-2.5 py-2 text-left hover:bg-hover"
            >
              <AgentIcon agent={agent} className="mt-0.5 size-4 shrink-0 text-muted" />
              <span className="min-w-0 flex-1">
                <span className="block text-sm font-medium">{nameOf(agent, t)}</span>
                <span className="block text-xs text-muted">{aboutOf(agent, t)}</span>
              </span>
              {agent.id === current && <Check aria-hidden className="mt-0.5 size-3.5 shrink-0" />}
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
