import { ArrowLeft, FileQuestion } from "lucide-react";
import { Link, useLocation } from "wouter";

import { isProblem, useCreatePersona, usePersona } from "@/api";
import { useT } from "@/i18n";
import { Page, tellTrouble, Trouble } from "@/stage";
import { Button, EmptyState, Skeleton } from "@/ui";
import { AgentView } from "./AgentView";
import { forget, recall } from "./drafts";
import { ExistingAgent } from "./ExistingAgent";
import { asNew } from "./persona";

/** One agent: to be read if it is built in, to be edited if it is one's own. */
export function AgentPage({ id }: { readonly id: string }) {
  const t = useT();
  const { data: agent, error, refetch } = usePersona(id);
  const gone = isProblem(error, "not_found");
  if (agent !== undefined && !gone) {
    return agent.builtin ? <AgentView agent={agent} /> : <ExistingAgent agent={agent} refetch={() => void refetch()} />;
  }
  return (
    <Page title={t("agents.title")} above={<BackToAgents />}>
      {gone ? (
        <Gone id={id} />
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={t("words.loading")} className="flex flex-col gap-4">
          <Skeleton className="h-16 rounded-lg" />
          <Skeleton className="h-40 rounded-lg" />
          <Skeleton className="h-60 rounded-lg" />
        </div>
      )}
    </Page>
  );
}

export function BackToAgents() {
  const t = useT();
  return (
    <Link href="/agents" className="inline-flex items-center gap-1.5 rounded-sm text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("agents.back")}
    </Link>
  );
}

/** Deleted elsewhere: what was typed here is not lost with it. */
function Gone({ id }: { readonly id: string }) {
  const t = useT();
  const [, go] = useLocation();
  const unsaved = recall(id);
  const create = useCreatePersona();
  const again = () =>
    unsaved &&
    create.mutate(asNew(unsaved.mine), {
      onSuccess: (saved, here) => {
        forget(id);
        if (here) go(`/agents/${saved.id}`);
      },
      onError: (error) => tellTrouble(error, t),
    });
  return (
    <EmptyState
      icon={FileQuestion}
      title={t("agents.missing")}
      action={
        unsaved && (
          <Button busy={create.isPending} onClick={again}>
            {t("agents.missing.action")}
          </Button>
        )
      }
    />
  );
}
