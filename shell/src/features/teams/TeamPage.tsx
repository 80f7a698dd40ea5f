import { ArrowLeft, MessageCircleQuestion, Pencil, Trash2, Users } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";

import { type AgentTeam, useDeleteTeam, useSpeakingNow, useTeams } from "@/api";
import { useT } from "@/i18n";
import { Page, Section, tellTrouble, Trouble, useUndoToast } from "@/stage";
import { useComposer } from "@/state";
import { Button, EmptyState, Skeleton } from "@/ui";
import { EditTeam } from "./EditTeam";
import { TeamFigures } from "./TeamFigures";
import { TeamGraph } from "./TeamGraph";
import { useMembers } from "./useMembers";

/** One team: its members and lines, who works right now, and its form. */
export function TeamPage({ id }: { readonly id: string }) {
  const t = useT();
  const { data, error, refetch } = useTeams();
  const [editing, setEditing] = useState(false);
  const team = data?.find((each) => each.id === id);
  if (data === undefined) return <Page title={t("teams.title")}>{error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-40 rounded-lg" />}</Page>;
  if (team === undefined) {
    return (
      <Page title={t("teams.title")} above={<BackToTeams />}>
        <EmptyState icon={Users} title={t("teams.missing")} />
      </Page>
    );
  }
  return editing ? <EditTeam team={team} onDone={() => setEditing(false)} /> : <Shown team={team} onEdit={() => setEditing(true)} />;
}

/** The way back to all teams. */
export function BackToTeams() {
  const t = useT();
  return (
    <Link href="/teams" className="inline-flex w-fit items-center gap-1.5 text-xs text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-3.5" />
      {t("teams.back")}
    </Link>
  );
}

function Shown({ team, onEdit }: { readonly team: AgentTeam; readonly onEdit: () => void }) {
  const t = useT();
  const [, go] = useLocation();
  const told = useUndoToast();
  const { mutateAsync: drop, isPending } = useDeleteTeam();
  const { data: now = [] } = useSpeakingNow(team.id);
  const { called } = useMembers();
  const ask = () => {
    const composer = useComposer.getState();
    composer.begin({});
    composer.attach({ ref: `team:${team.id}`, title: team.name, mime: null, size: null });
  };
  const remove = () =>
    void drop(team).then(
      ({ change }) => {
        go("/teams");
        if (change != null) told(t("teams.deleted", { name: team.name }), change);
      },
      (error: Error) => tellTrouble(error, t),
    );
  return (
    <Page
      wide
      title={team.name}
      about={t(`teams.router.${team.router}.about`)}
      above={<BackToTeams />}
      aside={
        <div className="flex flex-wrap gap-2">
          <Button tone="primary" icon={MessageCircleQuestion} onClick={ask}>
            {t("teams.ask")}
          </Button>
          <Button icon={Pencil} onClick={onEdit}>
            {t("teams.edit")}
          </Button>
          <Button icon={Trash2} disabled={isPending} onClick={remove}>
            {t("teams.delete")}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-8">
        <div role="status" className="flex flex-col gap-1 text-sm text-muted">
          {now.length === 0 && <p>{t("teams.quiet")}</p>}
          {now.map(({ run, agent, why, isWaiting }) => (
            <Link key={run} href={`/activity/${run}`} className="w-fit text-fg hover:underline">
              {t(isWaiting ? "teams.waits" : "teams.works", { name: called(agent), why })}
            </Link>
          ))}
        </div>
        <TeamGraph team={team} now={now} />
        {team.brief !== "" && (
          <Section title={t("teams.brief.label")}>
            <p className="max-w-prose text-sm whitespace-pre-wrap">{team.brief}</p>
          </Section>
        )}
        <TeamFigures team={team} />
        <Section title={t("teams.handoffs")}>
          {team.handoff_rules.length === 0 ? (
            <p className="text-sm text-muted">{t("teams.handoffs.free")}</p>
          ) : (
            <ul className="flex flex-col gap-1 text-sm">
              {team.handoff_rules.map((rule, index) => (
                <li key={index} className="flex flex-wrap gap-x-2">
                  {t("teams.handoff", { giver: called(rule.from_agent), receiver: called(rule.to_agent) })}
                  {rule.condition !== "" && <code className="font-mono text-xs text-muted">{rule.condition}</code>}
                  <span className="text-muted">{t(`teams.strategy.${rule.strategy}`)}</span>
                </li>
              ))}
            </ul>
          )}
        </Section>
      </div>
    </Page>
  );
}
