/** Complaints in words. */

import type { Translate } from "@/i18n";
import type { Complaint, Complaints } from "./read";
import type { Wrongs } from "./SchemaForm";

export function complaintOf(complaint: Complaint, t: Translate): string {
  return "limit" in complaint ? t(`forms.wrong.${complaint.says}`, { limit: complaint.limit }) : t(`forms.wrong.${complaint.says}`);
}

export function wrongsOf(complaints: Complaints, t: Translate): Wrongs {
  return Object.fromEntries(Object.entries(complaints).map(([path, complaint]) => [path, complaintOf(complaint, t)]));
}
