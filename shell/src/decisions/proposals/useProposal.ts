import { useState } from "react";

import { type Change, isProblem, useAdopt, useDrop, useProposalDiff } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { type DiffHunk, hunksOf, toast } from "@/ui";
import { type Choice, chosenOf, EVERYTHING, toggled } from "./choice";

export interface Proposal {
  readonly diff: ReturnType<typeof useProposalDiff>;
  readonly hunks: readonly DiffHunk[];
  /** The pieces that would be adopted. */
  readonly chosen: ReadonlySet<number>;
  /** Whether the file changed since the diff was first shown. */
  readonly since: boolean;
  readonly busy: "adopt" | "drop" | null;
  readonly toggle: (hunk: number) => void;
  readonly toggleAll: (all: boolean) => void;
  readonly adopt: () => void;
  readonly drop: () => void;
}

/** One proposal: what it would do to the file as it is now, which pieces are wanted, and letting it happen or go. */
export function useProposal(change: Change): Proposal {
  const t = useT();
  const diff = useProposalDiff(change.id);
  const adopting = useAdopt();
  const dropping = useDrop();
  const [choice, choose] = useState<Choice>(EVERYTHING);
  const [since, setSince] = useState(false);
  const text = diff.data?.text ?? "";
  const hunks = hunksOf(text);
  const chosen = chosenOf(choice, text, hunks.length);
  const told = (words: string) => {
    toast.success(words);
    announce(words);
  };
  const adopt = () => {
    if (diff.data === undefined || adopting.isPending) return;
    const some = chosen.size < hunks.length ? [...chosen].sort((a, b) => a - b) : undefined;
    adopting.mutate(
      { id: change.id, hunks: some, sha256: diff.data.sha256 },
      {
        onSuccess: () => told(t("decisions.proposal.adopted", { title: change.title })),
        onError: (error) => {
          if (!isProblem(error, "changed_since")) return tellTrouble(error, t);
          setSince(true);
          void diff.refetch();
        },
      },
    );
  };
  const drop = () =>
    dropping.mutate(change.id, {
      onSuccess: () => told(t("decisions.proposal.dropped", { title: change.title })),
      onError: (error) => tellTrouble(error, t),
    });
  return {
    diff,
    hunks,
    chosen,
    since,
    busy: adopting.isPending ? "adopt" : dropping.isPending ? "drop" : null,
    toggle: (hunk) => choose({ diff: text, hunks: toggled(chosen, hunk) }),
    toggleAll: (all) => choose(all ? EVERYTHING : { diff: text, hunks: new Set() }),
    adopt,
    drop,
  };
}
