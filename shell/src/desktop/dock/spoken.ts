/** What a screen reader says of an entry of the dock. Pure. */

import type { Translate } from "@/i18n";
import type { Badge } from "./badges";

/** The name, and what there is to count: "Approvals, 1 waits for you". */
export function spokenOf(label: string, badge: Badge | null, t: Translate): string {
  return badge === null ? label : `${label}, ${countWords(badge, t)}`;
}

function countWords({ kind, count }: Badge, t: Translate): string {
  switch (kind) {
    case "pending":
      return t("frame.waiting", { count });
    case "running":
      return t("frame.running", { count });
    case "proposals":
      return t("dock.proposals", { count });
  }
}
