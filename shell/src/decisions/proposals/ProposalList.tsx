import { useRef } from "react";

import type { Change } from "@/api";
import { showUnseen, UnseenContext, useUnseenParts } from "@/ui";
import { AdoptAll } from "./AdoptAll";
import { ProposalCard } from "./ProposalCard";

interface ProposalListProps {
  readonly changes: readonly Change[];
  /** Whether their environment is one where a mistake is dear. */
  readonly isProtected?: boolean;
  /** Whether this is the page of the run that proposed them. */
  readonly atHome?: boolean;
}

/** Proposals one below the other; all of them can be adopted at once when each was seen to its end. */
export function ProposalList({ changes, isProtected, atHome }: ProposalListProps) {
  const list = useRef<HTMLDivElement>(null);
  const unseen = useUnseenParts();
  return (
    <UnseenContext value={unseen}>
      <div ref={list} className="flex flex-col gap-3">
        <AdoptAll changes={changes} held={() => showUnseen(list.current)} />
        {changes.map((change) => (
          <ProposalCard key={change.id} change={change} isProtected={isProtected} atHome={atHome} />
        ))}
      </div>
    </UnseenContext>
  );
}
