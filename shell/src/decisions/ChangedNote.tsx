import { FileClock } from "lucide-react";
import { Link } from "wouter";

import { useT } from "@/i18n";

interface ChangedNoteProps {
  /** The approval that took the place of this one. */
  readonly successor?: string | null | undefined;
}

/** Says that what would happen has changed while somebody decided. */
export function ChangedNote({ successor }: ChangedNoteProps) {
  const t = useT();
  return (
    <p role="alert" className="mx-3.5 mt-2.5 flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-xs text-warn-text">
      <FileClock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0">
        {t("decisions.changed")}{" "}
        {successor && (
          <Link href={`/approvals/${successor}`} className="underline underline-offset-2">
            {t("decisions.changed.open")}
          </Link>
        )}
      </span>
    </p>
  );
}
