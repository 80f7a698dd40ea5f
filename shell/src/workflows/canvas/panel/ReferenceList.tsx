import { useState } from "react";

import type { Reference } from "./useReferences";
import { typeWords, useMisfitWords } from "./useMisfitWords";
import { shortly } from "./values";
import { useT } from "@/i18n";
import { classes, SearchField } from "@/ui";

interface ReferenceListProps {
  readonly references: readonly Reference[];
  readonly onPick: (path: string) => void;
}

/** What a step can look at: inputs, what steps share, results of earlier steps, each with the value it had last. What cannot fit says why. */
export function ReferenceList({ references, onPick }: ReferenceListProps) {
  const t = useT();
  const reasonOf = useMisfitWords();
  const [typed, type] = useState("");
  const shown = references.filter(({ path, title }) => `${title} ${path}`.toLowerCase().includes(typed.trim().toLowerCase()));
  const sorted = [...shown.filter(({ misfit }) => misfit === null), ...shown.filter(({ misfit }) => misfit !== null)].slice(0, 100);
  return (
    <div className="flex flex-col gap-1 p-2">
      <SearchField label={t("canvas.reference.search")} value={typed} onChange={type} className="w-full" />
      {shown.length === 0 && <p className="px-1 py-2 text-sm text-muted">{t("canvas.reference.none")}</p>}
      <ul aria-label={t("canvas.reference")} className="max-h-64 overflow-y-auto">
        {sorted.map(({ path, title, type: kind, value, misfit }) => (
          <li key={path}>
            <button
              type="button"
              aria-disabled={misfit !== null || undefined}
              onClick={() => misfit === null && onPick(path)}
              className={classes("flex w-full flex-col rounded-sm px-1.5 py-1 text-left", misfit === null ? "hover:bg-hover" : "cursor-not-allowed")}
            >
              <span className="flex items-baseline gap-2">
                <span className={classes("min-w-0 flex-1 truncate text-sm", misfit === null ? "text-fg" : "text-muted line-through decoration-faint")}>{title}</span>
                {kind && <span className="shrink-0 text-2xs text-muted">{typeWords(kind, t)}</span>}
              </span>
              <code className="text-xs break-all text-muted">{path}</code>
              {misfit !== null && <span className="text-xs text-muted">{reasonOf(misfit)}</span>}
              {misfit === null && value !== undefined && <span className="truncate text-xs text-fg">= {shortly(value)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
