import { Plus, Users } from "lucide-react";
import { useLocation } from "wouter";

import { type AgentTeam, useTeams } from "@/api";
import { useT } from "@/i18n";
import { CardGrid, CardsSkeleton, Loaded, Page } from "@/stage";
import { Badge, Button, EmptyState, LinkCard, PersonaMark } from "@/ui";
import { useMembers } from "./useMembers";

/** All teams, one card each. */
export function TeamList() {
  const t = useT();
  const [, go] = useLocation();
  const query = useTeams();
  const create = (
    <Button tone="primary" icon={Plus} onClick={() => go("/teams/new")}>
      {t("teams.new")}
    </Button>
  );
  return (
    <Page wide title={t("teams.title")} about={t("teams.about")} aside={query.data?.length ? create : undefined}>
      <Loaded query={query} waiting={<CardsSkeleton />}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState icon={Users} title={t("teams.none")} action={create}>
              {t("teams.none.about")}
            </EmptyState>
          ) : (
            <CardGrid label={t("teams.list")} items={data} keyOf={(team) => team.id}>
              {(team) => <TeamCard team={team} />}
            </CardGrid>
          )
        }
      </Loaded>
    </Page>
  );
}

function TeamCard({ team }: { readonly team: AgentTeam }) {
  const t = useT();
  const { whoIs, called } = useMembers();
  return (
    <LinkCard href={`/teams/${team.id}`} title={team.name} className="gap-3">
      <div className="flex flex-wrap gap-1.5">
        {team.agents.map(({ agent }) => {
          const who = whoIs(agent);
          return (
            <span key={agent} className="inline-flex items-center gap-1.5 text-xs">
              <PersonaMark size="xs" icon={who?.icon ?? "bot"} color={who?.color ?? "gray"} />
              {called(agent)}
            </span>
          );
        })}
      </div>
      <div className="mt-auto flex flex-wrap gap-1.5">
        <Badge>{t(`teams.router.${team.router}`)}</Badge>
        <Badge>{t("teams.members", { count: team.agents.length })}</Badge>
      </div>
    </LinkCard>
  );
}
