import { CircleCheck, Undo2 } from "lucide-react";

import { useUndo } from "@/api";
import { useI18n } from "@/i18n";
import { amountOf, monthOf } from "@/i18n/amounts";
import { Rows, tellTrouble } from "@/stage";
import { Badge, Button, IconButton } from "@/ui";
import { again, type Round, type Saved, undone } from "./round";

interface SummaryProps {
  readonly round: Round;
  readonly onChange: (round: Round) => void;
  /** Begin again with what became due since. */
  readonly onNew?: () => void;
}

/** What a round came to, each with its way back. */
export function Summary({ round, onChange, onNew }: SummaryProps) {
  const { t } = useI18n();
  const kept = round.saved.filter((each) => !each.undone).length;
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-5">
      <div role="status" className="flex flex-col items-center gap-1 pt-6 pb-2 text-center">
        <CircleCheck aria-hidden className="mb-2 size-8 text-ok" strokeWidth={1.5} />
        <h2 ref={(heading) => heading?.focus({ preventScroll: true })} tabIndex={-1} className="text-lg outline-none font-semibold text-fg">
          {t("atlas.checkin.done")}
        </h2>
        <p className="text-sm text-muted">
          {t("atlas.checkin.done.about", { count: kept })} {round.skipped.length > 0 && t("atlas.checkin.skipped", { count: round.skipped.length })}
        </p>
      </div>
      {round.saved.length > 0 && (
        <Rows label={t("atlas.checkins")}>
          {round.saved.map((each) => (
            <SavedRow key={each.due.id} saved={each} onUndone={(change) => onChange(undone(round, change))} />
          ))}
        </Rows>
      )}
      <div className="flex justify-center gap-2">
        {round.skipped.length > 0 && <Button onClick={() => onChange(again(round))}>{t("atlas.checkin.again")}</Button>}
        {round.skipped.length === 0 && onNew && <Button onClick={onNew}>{t("atlas.checkin.go")}</Button>}
      </div>
    </div>
  );
}

function SavedRow({ saved: { due, value, change, undone: gone }, onUndone }: { readonly saved: Saved; readonly onUndone: (change: string) => void }) {
  const { t, locale } = useI18n();
  const undo = useUndo();
  return (
    <div className="flex min-h-[46px] items-center gap-3 px-4 py-2 text-sm">
      <span className="flex min-w-0 flex-1 flex-col">
        <span className={gone ? "truncate text-muted line-through" : "truncate text-fg"}>{due.title}</span>
        <span className="truncate text-xs text-muted">{monthOf(due.period, locale)}</span>
      </span>
      <span className="font-medium tabular-nums">{amountOf(value, due.unit, locale)}</span>
      {gone ? (
        <Badge>{t("atlas.checkin.undone")}</Badge>
      ) : (
        change !== undefined && (
          <IconButton
            icon={Undo2}
            size="sm"
            label={t("atlas.checkin.undo", { title: due.title })}
            onClick={() => undo.mutate({ kind: "change", id: change }, { onSuccess: () => onUndone(change), onError: (error) => tellTrouble(error, t) })}
          />
        )
      )}
    </div>
  );
}
