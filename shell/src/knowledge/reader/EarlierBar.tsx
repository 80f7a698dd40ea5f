import { History } from "lucide-react";

import type { KnowledgeDocument } from "@/api";
import { useI18n } from "@/i18n";
import { Button } from "@/ui";

interface EarlierBarProps {
  readonly document: KnowledgeDocument;
  readonly newest: KnowledgeDocument;
  readonly onNewest: () => void;
}

/** Says that an earlier version is open, and which one answers. */
export function EarlierBar({ document, newest, onNewest }: EarlierBarProps) {
  const { t, format } = useI18n();
  return (
    <div role="note" className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-warn-soft px-3 py-2 text-sm text-warn-text">
      <History aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-56 text-pretty">
        {t("reader.earlier", { version: document.version, date: format.date(document.added_at), newest: newest.version })}
      </p>
      <Button size="sm" onClick={onNewest}>
        {t("reader.earlier.newest")}
      </Button>
    </div>
  );
}
