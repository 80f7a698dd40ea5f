import { FilePen, FilePlus } from "lucide-react";
import { useMemo, useState } from "react";

import type { Preview } from "@/api";
import { useT } from "@/i18n";
import { DiffTable, ForeignText, foldBlank, LongBox, parseDiff } from "@/ui";

type Patch = Extract<Preview, { type: "patch" }>;

/** Rows that are drawn at once; more come as somebody reads on. */
const DRAWN = 400;

/** Several files that change together, one below the other in one box: its end is the end of all of them. */
export function PatchPreview({ patch }: { readonly patch: Patch }) {
  const t = useT();
  const { files, added, removed } = patch;
  const parsed = useMemo(() => files.map((file) => ({ file, rows: foldBlank(parseDiff(file.diff)) })), [files]);
  const total = parsed.reduce((sum, { rows }) => sum + rows.length + 1, 0);
  const [drawn, draw] = useState(DRAWN);
  let room = drawn;
  const shown = parsed.flatMap(({ file, rows }) => {
    if (room <= 0) return [];
    const some = rows.slice(0, room);
    room -= rows.length + 1;
    return [{ file, rows: some }];
  });
  const isWhole = drawn >= total;
  return (
    <div role="group" aria-label={t("decisions.patch")} className="overflow-hidden rounded-md border border-line bg-panel">
      <p className="flex items-center gap-2 border-b border-line px-3 py-1.5 text-xs text-muted">
        <span className="min-w-0 flex-1">{t("decisions.patch.files", { count: files.length })}</span>
        <Counts added={added} removed={removed} />
      </p>
      <LongBox
        label={t("decisions.diff.label")}
        lines={total}
        onEnd={isWhole ? undefined : () => draw(drawn + DRAWN)}
        onWhole={isWhole ? undefined : () => draw(total)}
      >
        {shown.map(({ file, rows }) => (
          <figure key={file.path} aria-label={file.path} className="border-t border-line first:border-t-0">
            <figcaption className="sticky top-0 flex items-start gap-2 border-b border-line bg-panel px-3 py-1.5 text-xs">
              {file.is_new ? <FilePlus aria-hidden className="mt-px size-3.5 shrink-0 text-muted" /> : <FilePen aria-hidden className="mt-px size-3.5 shrink-0 text-muted" />}
              <span className="min-w-0 flex-1 font-mono wrap-anywhere text-fg">
                <ForeignText place="name">{file.path}</ForeignText>
              </span>
              {file.is_new && <span className="shrink-0 text-muted">{t("decisions.diff.new")}</span>}
              <Counts added={file.added} removed={file.removed} />
            </figcaption>
            <DiffTable rows={rows} />
          </figure>
        ))}
      </LongBox>
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
