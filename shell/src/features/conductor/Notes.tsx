import { CircleAlert, TriangleAlert } from "lucide-react";

import type { LintNote } from "@/api";
import { useT } from "@/i18n";
import { classes } from "@/ui";

interface NotesProps {
  readonly notes: readonly LintNote[];
  /** The folder that paths below it are told from. */
  readonly home?: string;
  readonly className?: string;
}

/** What a lint says: what is wrong, where, and what to do about it. */
export function Notes({ notes, home, className }: NotesProps) {
  const t = useT();
  if (notes.length === 0) return null;
  return (
    <ul aria-label={t("conductor.notes")} className={classes("flex flex-col gap-1.5", className)}>
      {notes.map((note, index) => {
        const grave = note.severity === "error";
        const Icon = grave ? CircleAlert : TriangleAlert;
        return (
          <li key={index} className={classes("flex items-start gap-2 rounded-md px-3 py-2 text-xs", grave ? "bg-bad-soft text-bad-text" : "bg-warn-soft text-warn-text")}>
            <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            <span className="min-w-0 break-words">
              <span className="sr-only">{t(`conductor.note.${note.severity}`)} </span>
              {note.message.replaceAll("`", "")}
              {note.path !== "" && (
                <span className="font-mono text-2xs">
                  {" "}
                  {home !== undefined && note.path.startsWith(`${home}/`) ? note.path.slice(home.length + 1) : note.path}
                  {note.line != null && `:${note.line}`}
                </span>
              )}
              {note.hint && <span className="block text-muted">{note.hint.replaceAll("`", "")}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
