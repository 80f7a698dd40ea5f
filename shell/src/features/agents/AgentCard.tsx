import { Cpu, Wrench } from "lucide-react";
import { Link } from "wouter";

import { type Agent, useCapabilities } from "@/api";
import { permitted } from "@/catalog";
import { aboutOf, nameOf, type Translate, useT } from "@/i18n";
import { Badge, Card, PersonaMark } from "@/ui";
import { AgentMenu } from "./AgentMenu";
import { reachOf } from "./tools";

/** One agent: its mark, its name, a line about it, its model and how many tools it may use. */
export function AgentCard({ agent }: { readonly agent: Agent }) {
  const t = useT();
  const { data: known } = useCapabilities();
  const tools =
    known &&
    (reachOf(agent.capabilities, known) === "all"
      ? t("agents.tools.all")
      : t("agents.tools", { count: known.filter(({ name }) => permitted(name, agent.capabilities)).length }));
  return (
    <Card className="relative flex w-full flex-col gap-3 p-4 transition-colors duration-100 focus-within:border-line-strong hover:border-line-strong">
      <div className="flex items-start gap-3">
        <PersonaMark icon={agent.icon} color={agent.color} />
        <div className="min-w-0 flex-1 pt-0.5">
          <h2 className="text-md leading-5 font-semibold">
            <Link href={`/agents/${agent.id}`} className="block truncate after:absolute after:inset-0 after:rounded-lg">
              {nameOf(agent, t)}
            </Link>
          </h2>
          {agent.builtin && <Badge className="mt-1">{t("agents.builtin")}</Badge>}
        </div>
        <div className="relative z-10 -mt-1 -mr-1.5">
          <AgentMenu agent={agent} />
        </div>
      </div>
      <p className="line-clamp-2 min-h-10 text-sm text-muted">{aboutOf(agent, t)}</p>
      <div className="mt-auto flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <span className="inline-flex min-w-0 items-center gap-1.5">
          <Cpu aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate">{modelWords(agent, t)}</span>
        </span>
        {tools && (
          <span className="inline-flex items-center gap-1.5">
            <Wrench aria-hidden className="size-3.5 shrink-0" />
            {tools}
          </span>
        )}
      </div>
    </Card>
  );
}

function modelWords({ model }: Agent, t: Translate): string {
  if (model.provider === "builtin") return t("agents.part.model.builtin");
  return model.id ?? model.provider ?? t("agents.part.model.role", { role: t(`role.${model.role}`) });
}
