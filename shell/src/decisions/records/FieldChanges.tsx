import { ArrowRight } from "lucide-react";

import { useI18n } from "@/i18n";
import { Badge, ForeignText, Tooltip } from "@/ui";
import { type FieldChange, fieldWord, spread, valueWord } from "./records";

interface FieldChangesProps {
  readonly fields: readonly FieldChange[];
  /** Whether there was nothing before: then only what it becomes is told. */
  readonly fresh?: boolean;
}

/** A colour as it is written down: few people read it, so it is shown as well. */
const COLOUR = /^#[\da-f]{6}$/i;

/** Fields as they are and as they would be, one a line. What nobody said, but was worked out, says so. */
export function FieldChanges({ fields, fresh = false }: FieldChangesProps) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  return (
    <dl aria-label={t("records.field.fields")} className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs leading-5">
      {spread(fields).map(({ name, before, after, note }) => (
        <div key={name} className="contents">
          <dt className="max-w-40 text-muted">{fieldWord(name, locale)}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 break-words text-fg tabular-nums">
            {!fresh && (
              <>
                <Said kind="before" words={valueWord(name, before, i18n)} />
                <ArrowRight aria-hidden className="size-3 shrink-0 self-center text-muted" />
              </>
            )}
            <Said kind="after" words={valueWord(name, after, i18n)} />
            {note && (
              <Tooltip label={note} side="top">
                <span tabIndex={0} className="rounded-sm">
                  <Badge tone="run">{t("records.derived")}</Badge>
                </span>
              </Tooltip>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One side of a change: what was is dimmed, what becomes stands out, and both are told to who cannot see that. */
function Said({ kind, words }: { readonly kind: "before" | "after"; readonly words: string | null }) {
  const { t } = useI18n();
  return (
    <span className={kind === "before" ? "min-w-0 text-muted" : "min-w-0 font-medium"}>
      <span className="sr-only">{t(`records.${kind}`)} </span>
      {words === null ? (
        <span className="font-normal text-muted italic">{t("records.empty")}</span>
      ) : (
        <span className="wrap-anywhere whitespace-pre-line">
          {COLOUR.test(words) && <span aria-hidden className="mr-1 inline-block size-2.5 rounded-full border border-line" style={{ background: words }} />}
          <ForeignText>{words}</ForeignText>
        </span>
      )}
    </span>
  );
}
