import { FileWarning } from "lucide-react";

import { type MemoryFileChange, useMemoryFile, useReadMemoryFile } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { Button, RelativeTime } from "@/ui";

/** What somebody else changed in MEMORY.md: who, when and which lines. None of it counts until the person says so. */
export function FileEdits({ project }: { readonly project: string }) {
  const t = useT();
  const { data: file } = useMemoryFile(project);
  const decide = useReadMemoryFile();
  if (file === undefined || file.changes.length === 0) return null;
  const perform = (discard: boolean) =>
    decide.mutate({ project, discard, sha256: file.sha256 }, { onError: (error) => tellTrouble(error, t) });
  return (
    <section
      aria-label={t("memory.file.title")}
      className="flex flex-col gap-3 rounded-lg border border-line bg-warn-soft px-4 py-3 text-sm"
    >
      <div className="flex items-start gap-3">
        <FileWarning aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        <p className="flex-1 text-fg">
          {t(`memory.file.editor.${file.editor}`)}{" "}
          {file.changed_at !== null && <RelativeTime iso={file.changed_at} className="text-muted" />}
          <span className="block text-xs text-muted">{t("memory.file.about")}</span>
        </p>
      </div>
      <ul className="flex flex-col gap-1.5">
        {file.changes.map((change, place) => (
          <Line key={change.memory ?? `${place}`} change={change} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={decide.isPending} onClick={() => perform(false)}>
          {t("memory.file.accept")}
        </Button>
        <Button size="sm" tone="quiet" disabled={decide.isPending} onClick={() => perform(true)}>
          {t("memory.file.discard")}
        </Button>
      </div>
    </section>
  );
}

function Line({ change }: { readonly change: MemoryFileChange }) {
  const t = useT();
  return (
    <li className="flex flex-wrap gap-x-2 break-words">
      <span className="text-xs text-muted">{t(`memory.file.change.${change.change}`)}</span>
      {change.before !== null && <del className="text-muted">{change.before}</del>}
      {change.after !== null && <ins className="text-fg no-underline">{change.after}</ins>}
    </li>
  );
}
