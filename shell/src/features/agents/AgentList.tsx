import { Bot, FileUp, Plus } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { usePersonas } from "@/api";
import { aboutOf, nameOf, useT } from "@/i18n";
import { Page, Trouble } from "@/stage";
import { Button, EmptyState, SearchField, Skeleton } from "@/ui";
import { AgentCard } from "./AgentCard";
import { ImportAgent } from "./ImportAgent";

const GRID = "grid gap-3 grid-cols-[repeat(auto-fill,minmax(min(100%,250px),1fr))]";

/** Everybody who can be asked, one card each. */
export function AgentList() {
  const t = useT();
  const [, go] = useLocation();
  const [words, setWords] = useState("");
  const [bringing, bring] = useState(false);
  const { data, error, refetch } = usePersonas();
  const wanted = words.trim().toLowerCase();
  const found = data?.filter((agent) => `${nameOf(agent, t)} ${aboutOf(agent, t)}`.toLowerCase().includes(wanted));
  return (
    <Page
      wide
      title={t("agents.title")}
      about={t("agents.about")}
      aside={
        <div className="flex gap-2">
          <Button icon={FileUp} onClick={() => bring(true)}>
            {t("agents.import")}
          </Button>
          <Button tone="primary" icon={Plus} onClick={() => go("/agents/new")}>
            {t("agents.new")}
          </Button>
        </div>
      }
    >
      {bringing && <ImportAgent onClose={() => bring(false)} />}
      <div className="flex flex-col gap-4">
        {(data?.length ?? 0) > 4 && (
          <SearchField label={t("agents.search")} value={words} onChange={setWords} className="w-full max-w-sm" />
        )}
        {found === undefined ? (
          error ? (
            <Trouble error={error} onRetry={() => void refetch()} />
          ) : (
            <div role="status" aria-label={t("words.loading")} className={GRID}>
              {[0, 1, 2, 3].map((each) => (
                <Skeleton key={each} className="h-36 rounded-lg" />
              ))}
            </div>
          )
        ) : found.length === 0 ? (
          <EmptyState
            icon={Bot}
            title={t("agents.nothing")}
            action={<Button onClick={() => setWords("")}>{t("agents.nothing.action")}</Button>}
          />
        ) : (
          <ul aria-label={t("agents.list")} className={GRID}>
            {found.map((agent) => (
              <li key={agent.id} className="flex">
                <AgentCard agent={agent} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Page>
  );
}
