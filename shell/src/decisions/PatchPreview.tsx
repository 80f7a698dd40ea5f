import { ChevronRight } from "lucide-react";

import type { Preview } from "@/api";
import { useT } from "@/i18n";
import { Diff } from "@/ui";

type Patch = Extract<Preview, { type: "patch" }>;

/** With more files than this only the first is open. */
const FEW = 3;

/** Several files that change together: each with its lines, all of them or none. */
export function PatchPreview({ patch }: { readonly patch: Patch }) {
  const t = useT();
  const { files, added, removed } = patch;
  return (
    <div role="group" aria-label={t("decisions.patch")} className="overflow-hidden rounded-md border border-line bg-panel">
      <p className="flex items-center gap-2 px-3 py-1.5 text-xs text-muted">
        <span className="min-w-0 flex-1">{t("decisions.patch.files", { count: files.length })}</span>
        <Counts added={added} removed={removed} />
      </p>
      {files.map((file, index) => (
        <details key={file.path} open={files.length <= FEW || index === 0} className="group/file border-t border-line">
          <summary className="flex min-h-8 list-none items-center gap-1.5 px-2.5 text-xs -outline-offset-2 hover:bg-hover">
            <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted transition-transform duration-100 group-open/file:rotate-90" />
            <span className="min-w-0 flex-1 truncate font-mono text-fg" title={file.path}>
              {file.path}
            </span>
            {file.is_new && <span className="shrink-0 text-muted">{t("decisions.diff.new")}</span>}
            <Counts added={file.added} removed={file.removed} />
          </summary>
          <div className="px-2 pb-2">
            <Diff bare path={file.path} diff={file.diff} isNew={file.is_new} />
          </div>
        </details>
      ))}
    </div>
  );
}

function Counts({ added, removed }: { readonly added: number; readonly removed: number }) {
  const t = useT();
  return (
    <span className="flex shrink-0 gap-1.5 tabular-nums">
      {added > 0 && <span className="text-ok-text">{t("decisions.diff.added", { count: added })}</span>}
      {removed > 0 && <span className="text-bad-text">{t("decisions.diff.removed", { count: removed })}</span>}
    </span>
  );
}
