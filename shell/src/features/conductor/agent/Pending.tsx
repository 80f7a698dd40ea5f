import { type ResidentView, useProposals } from "@/api";
import { ProposalList } from "@/decisions/proposals/ProposalList";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { proposerOf } from "../places";

interface PendingProps {
  readonly agent: ResidentView;
  /** The id under which the desktop knows its project. */
  readonly project: string;
  readonly isProtected: boolean;
}

/** What the agent proposed: piece by piece, to adopt or to drop. */
export function Pending({ agent, project, isProtected }: PendingProps) {
  const t = useT();
  const { data: proposals = [] } = useProposals({ project });
  const theirs = proposals.filter((change) => proposerOf(change) === agent.ref);
  if (theirs.length === 0) return null;
  return (
    <Section title={t("conductor.waiting")} about={t("conductor.waiting.about")}>
      <ProposalList changes={theirs} isProtected={isProtected} />
    </Section>
  );
}
