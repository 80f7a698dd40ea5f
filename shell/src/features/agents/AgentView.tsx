import { Copy, Lock, MessageSquare } from "lucide-react";
import { Suspense } from "react";

import { type Agent, useCapabilities, useModels } from "@/api";
import { capabilityTitle, EffectBadge, nowWords, permitted, shelves } from "@/catalog";
import { AgentTrials } from "@/evaluations";
import { GraphCard } from "@/graphs";
import { aboutOf, nameOf, useI18n } from "@/i18n";
import { Page, Section } from "@/stage";
import { useComposer } from "@/state";
import { Button, Card, Markdown, PersonaMark } from "@/ui";
import { BackToAgents } from "./AgentPage";
import { personaOf } from "./persona";
import { SummaryCard } from "./SummaryCard";
import { useAgentActions } from "./useAgentActions";

/** A built-in agent, to be read: it can be asked and cloned, not changed. */
export function AgentView({ agent }: { readonly agent: Agent }) {
  const { t, locale } = useI18n();
  const { clone, cloning } = useAgentActions();
  const begin = useComposer((composer) => composer.begin);
  const { data: known = [] } = useCapabilities();
  const { data: models } = useModels();
  const now = models?.roles.find(({ role }) => role === agent.model.role);
  const allowed = known.filter(({ name }) => permitted(name, agent.capabilities));
  return (
    <Page
      title={nameOf(agent, t)}
      about={aboutOf(agent, t)}
      above={<BackToAgents />}
      aside={
        <div className="flex gap-2">
          <Button icon={MessageSquare} onClick={() => begin({ agent: agent.id })}>
            {t("agents.try")}
          </Button>
          <Button tone="primary" icon={Copy} busy={cloning} onClick={() => clone(agent)}>
            {t("agents.locked.action")}
          </Button>
        </div>
      }
    >
      <div className="flex items-center gap-3 rounded-lg bg-hover px-4 py-3">
        <PersonaMark icon={agent.icon} color={agent.color} />
        <p className="flex items-center gap-2 text-sm text-fg">
          <Lock aria-hidden className="size-3.5 shrink-0 text-muted" />
          {t("agents.locked")}
        </p>
      </div>
      <SummaryCard persona={personaOf(agent)} />
      <Section title={t("agents.part.persona_text")}>
        <Card className="px-4 py-3 text-sm">
          {agent.persona_text ? <Markdown>{agent.persona_text}</Markdown> : <p className="text-muted">{t("agents.part.persona_text.none")}</p>}
        </Card>
      </Section>
      <Section title={t("agents.part.model")}>
        <Card className="px-4 py-3 text-sm">
          <p>{t("agents.part.model.role", { role: t(`role.${agent.model.role}`) })}</p>
          {now && <p className="text-muted">{nowWords(now, t)}</p>}
        </Card>
      </Section>
      {agent.flow_graph && (
        <Section title={t("agents.part.flow_graph")}>
          <GraphCard graph={agent.flow_graph} />
        </Section>
      )}
      <Section title={`${t("agents.part.capabilities")} · ${allowed.length}/${known.length}`}>
        <Card className="divide-y divide-line">
          {shelves(allowed, locale).map((shelf) => (
            <div key={`${shelf.app}/${shelf.effect}`} className="flex items-start gap-4 px-4 py-2.5">
              <span className="w-24 shrink-0">
                <EffectBadge effect={shelf.effect} />
              </span>
              <p className="min-w-0 flex-1 text-sm text-fg">
                {shelf.capabilities.map((each) => capabilityTitle(each, locale)).join(" · ")}
              </p>
            </div>
          ))}
        </Card>
      </Section>
      <Suspense>
        <AgentTrials agent={agent} draft={null} />
      </Suspense>
    </Page>
  );
}
