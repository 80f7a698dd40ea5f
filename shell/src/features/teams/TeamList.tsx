import { Plus, Users } from "lucide-react";
import { Link, useLocation } from "wouter";

import { type AgentTeam, useTeams } from "@/api";
import { useT } from "@/i18n";
import { Page, Trouble } from "@/stage";
import { Badge, Button, Card, EmptyState, PersonaMark, Skeleton } from "@/ui";
import { useMembers } from "./useMembers";

const GRID = "grid gap-3 grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))]";

/** All teams, one card each. */
export function TeamList() {
  const t = useT();
  const [, go] = useLocation();
  const { data, error, refetch } = useTeams();
  const create = (
    <Button tone="primary" icon={Plus} onClick={() => go("/teams/new")}>
      {t("teams.new")}
    </Button>
  );
  return (
    <Page wide title={t("teams.title")} about={t("teams.about")} aside={data?.length ? create : undefined}>
      {data === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <div role="status" aria-label={t("words.loading")} className={GRID}>
            <Skeleton className="h-32 rounded-lg" />
          </div>
        )
      ) : data.length === 0 ? (
        <EmptyState icon={Users} title={t("teams.none")} action={create}>
          {t("teams.none.about")}
        </EmptyState>
      ) : (
        <ul aria-label={t("teams.list")} className={GRID}>
          {data.map((team) => (
            <li key={team.id} className="flex">
              <TeamCard team={team} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

function TeamCard({ team }: { readonly team: AgentTeam }) {
  const t = useT();
  const { whoIs, called } = useMembers();
  return (
    <Card className="relative flex w-full flex-col gap-3 p-4 transition-colors duration-100 focus-within:border-line-strong hover:border-line-strong">
      <h2 className="text-md leading-5 font-semibold">
        <Link href={`/teams/${team.id}`} className="block truncate after:absolute after:inset-0 after:rounded-lg">
          {team.name}
        </Link>
      </h2>
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
    </Card>
  );
}
