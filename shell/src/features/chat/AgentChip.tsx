import { Check, ChevronDown, Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import { type Agent, useEditConversation, usePersonas, useProject } from "@/api";
import { aboutOf, nameOf, residentName, useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { useComposer, useHost } from "@/state";
import { Popover } from "@/ui";
import { AgentIcon } from "./AgentIcon";
import type { Chat } from "./model";

/** Who is asked when nobody else is chosen. */
const DEFAULT_AGENT = "assistant";
const HOME = "home";

/** Who answers here; opens the choice. */
export function AgentChip({ chat }: { readonly chat: Chat | null }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { data: agents = [] } = usePersonas();
  const edit = useEditConversation();
  const wished = useComposer((state) => state.agent);
  const project = useComposer((state) => state.project);
  const choose = useComposer((state) => state.choose);
  const { data: place } = useProject(chat?.about.project ?? project ?? HOME);
  const host = useHost((state) => state.host?.agent);
  const current = chat?.about.agent ?? wished ?? (project === null ? host : undefined) ?? place?.agent ?? DEFAULT_AGENT;
  const shown = agents.find((agent) => agent.id === current);
  const name = shown ? nameOf(shown, t) : residentName(current);

  const pick = (agent: Agent) => {
    setOpen(false);
    if (chat === null) return choose(agent.id);
    if (agent.id === current) return;
    edit.mutate({ conversation: chat.about, agent: agent.id }, { onError: (error) => tellTrouble(error, t) });
  };

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t("chat.agent.choose")}
      align="end"
      className="flex max-h-[min(460px,70vh)] w-72 flex-col"
      trigger={
        <button
          type="button"
          aria-label={`${t("chat.agent")}: ${name}`}
          className="inline-flex h-6 max-w-40 shrink-0 items-center gap-1.5 rounded-full border border-line-strong pr-2 pl-1 text-xs font-medium hover:bg-hover data-[state=open]:bg-active"
        >
          <AgentIcon agent={shown} />
          <span className="truncate">{name}</span>
          <ChevronDown aria-hidden className="size-3 shrink-0 text-muted" />
        </button>
      }
    >
      <ul aria-label={t("chat.agent")} className="min-h-0 flex-1 overflow-y-auto p-1">
        {agents.map((agent) => (
          <li key={agent.id}>
            <button
              type="button"
              aria-current={agent.id === current || undefined}
              onClick={() => pick(agent)}
              className="flex w-full items-start gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-hover"
            >
              <AgentIcon agent={agent} size="sm" />
              <span className="min-w-0 flex-1">
                <span className="block text-sm font-medium">{nameOf(agent, t)}</span>
                <span className="block text-xs text-muted">{aboutOf(agent, t)}</span>
              </span>
              {agent.id === current && <Check aria-hidden className="mt-0.5 size-3.5 shrink-0" />}
            </button>
          </li>
        ))}
      </ul>
      <Link
        href="/agents/new"
        onClick={() => setOpen(false)}
        className="flex items-center gap-2.5 border-t border-line px-3 py-2 text-sm hover:bg-hover"
      >
        <Plus aria-hidden className="size-4 text-muted" />
        {t("chat.agent.make")}
      </Link>
    </Popover>
  );
}
