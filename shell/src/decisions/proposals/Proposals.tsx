import { lazy, Suspense } from "react";

import { useProposals } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Skeleton } from "@/ui";

const ProposalList = lazy(() => import("./ProposalList").then((module) => ({ default: module.ProposalList })));

interface ProposalsProps {
  readonly run: string;
  /** Whether the run's environment is one where a mistake is dear. */
  readonly isProtected?: boolean;
  /** Whether this is the run's own page. */
  readonly atHome?: boolean;
}

/** What a run proposed, as it stands now: asked of the server, because it may be adopted anywhere. */
export function Proposals({ run, isProtected, atHome }: ProposalsProps) {
  const { data = [] } = useProposals({ run });
  const t = useT();
  if (data.length === 0) return null;
  const cards = (
    <Suspense fallback={<Skeleton className="h-32 w-full rounded-lg" />}>
      <ProposalList changes={data} isProtected={isProtected} atHome={atHome} />
    </Suspense>
  );
  return atHome ? (
    <Section title={t("decisions.proposals")} about={t("decisions.proposals.about")}>
      {cards}
    </Section>
  ) : (
    cards
  );
}
