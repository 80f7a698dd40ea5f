import { Download, ListChecks, Trash2, X } from "lucide-react";

import type { Artifact } from "@/api";
import { useI18n } from "@/i18n";
import { Button, IconButton, Toolbar } from "@/ui";
import { download } from "./download";

interface SelectionBarProps {
  readonly chosen: readonly Artifact[];
  readonly total: number;
  readonly onAll: () => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** What one can do with everything that is chosen. */
export function SelectionBar({ chosen, total, onAll, onDelete, onClear }: SelectionBarProps) {
  const { t, format } = useI18n();
  const size = chosen.reduce((sum, artifact) => sum + artifact.size, 0);
  return (
    <Toolbar
      label={t("artifacts.selection")}
      className="sticky bottom-3 z-20 mx-auto flex max-w-full animate-rise items-center gap-1.5 rounded-lg bg-raised py-1.5 pr-1.5 pl-3.5 shadow-float"
    >
      <span role="status" className="mr-2 min-w-0 truncate text-sm text-fg tabular-nums">
        {t("artifacts.selected", { count: chosen.length })}
        <span className="ml-2 text-xs text-muted max-sm:hidden">{format.bytes(size)}</span>
      </span>
      {chosen.length < total && <IconButton icon={ListChecks} label={t("artifacts.select.all")} side="top" onClick={onAll} />}
      <Button icon={Download} onClick={() => chosen.forEach(download)}>
        <span className="max-sm:sr-only">{t("artifacts.download")}</span>
      </Button>
      <Button tone="danger" icon={Trash2} onClick={onDelete}>
        <span className="max-sm:sr-only">{t("words.delete")}</span>
      </Button>
      <IconButton icon={X} label={t("artifacts.select.none")} side="top" onClick={onClear} />
    </Toolbar>
  );
}
