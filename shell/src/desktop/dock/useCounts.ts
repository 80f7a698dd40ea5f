import { useHome, useProposalCount } from "@/api";
import type { Counts } from "./badges";

/** How much there is of what the dock counts. */
export function useCounts(): Counts {
  const { data: home } = useHome();
  const proposals = useProposalCount(home !== undefined);
  return { pending: home?.pending_total ?? 0, running: home?.running_total ?? 0, proposals };
}
