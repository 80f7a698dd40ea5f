import { ArrowLeft } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { Link } from "wouter";

import { useI18n } from "@/i18n";
import { tellTrouble } from "@/stage";
import { Button, Card, IconButton, Kbd } from "@/ui";
import { itemPath } from "../paths";
import { CheckInForm } from "./CheckInForm";
import { back, behindOf, lengthOf, type Round, saved, skipped } from "./round";
import { Standing } from "./Standing";
import { useCheckIn } from "./useCheckIn";

interface GuidedProps {
  readonly company: string;
  readonly round: Round;
  readonly onChange: (round: Round) => void;
}

/** One key result after the other: Enter saves and goes on, Escape skips. */
export function Guided({ company, round, onChange }: GuidedProps) {
  const { t } = useI18n();
  const form = useId();
  const { busy, record } = useCheckIn();
  const due = round.ahead[0];
  if (due === undefined) return null;
  const [behind, whole] = [behindOf(round), lengthOf(round)];
  const skip = () => onChange(skipped(round));
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (!busy) skip();
  };
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-4" onKeyDown={press}>
      <div className="flex items-center gap-3">
        <IconButton icon={ArrowLeft} size="sm" label={t("atlas.checkin.back")} disabled={round.skipped.length === 0} onClick={() => onChange(back(round))} />
        <div role="progressbar" aria-label={t("atlas.checkin.title")} aria-valuemin={0} aria-valuemax={whole} aria-valuenow={behind} className="h-1.5 flex-1 overflow-hidden rounded-full bg-active">
          <div className="h-full rounded-full bg-accent transition-[width] duration-300" style={{ width: `${(behind / whole) * 100}%` }} />
        </div>
        <span className="text-xs text-muted tabular-nums">{t("atlas.checkin.progress", { done: behind + 1, count: whole })}</span>
      </div>
      <Card key={due.id} className="flex animate-rise flex-col gap-5 p-5 sm:p-6">
        <div className="flex flex-col gap-0.5">
          <p className="truncate text-xs text-muted">{[due.path.join(" › "), due.owner].filter(Boolean).join(" · ")}</p>
          <h2 className="text-lg font-semibold tracking-[-0.01em] break-words text-fg">
            <Link href={itemPath(due.id) ?? "/atlas"} className="rounded-sm underline-offset-4 hover:underline">
              {due.title}
            </Link>
          </h2>
          {due.days !== null && <p className="text-xs text-muted">{t("atlas.checkin.days", { count: due.days })}</p>}
        </div>
        <CheckInForm
          id={form}
          period={due.period}
          unit={due.unit}
          confidence={due.last_confidence ?? null}
          hint={<Standing unit={due.unit} period={due.period} target={due.target} last={due.last_value} lastIn={due.last_value_in} />}
          onSubmit={(values) =>
            void (
              !busy &&
              record(company, due.id, due.period, values)
                .then(({ change }) => onChange(saved(round, values.value, change)))
                .catch((error: unknown) => tellTrouble(error, t))
            )
          }
        />
        <div className="flex items-center justify-end gap-2">
          <span aria-hidden className="mr-auto text-xs text-muted max-sm:hidden">
            {t("atlas.checkin.keys")}
          </span>
          <Button onClick={skip}>
            {t("atlas.checkin.skip")}
            <Kbd>Esc</Kbd>
          </Button>
          <Button tone="primary" type="submit" form={form} busy={busy}>
            {round.ahead.length > 1 ? t("atlas.checkin.next") : t("atlas.checkin.last")}
          </Button>
        </div>
      </Card>
    </div>
  );
}
