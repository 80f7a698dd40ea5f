import type { AtlasCheckIn } from "@/api";
import { Note } from "@/apps";
import { useI18n } from "@/i18n";
import { amountOf, monthOf } from "@/i18n/amounts";
import { Rows } from "@/stage";
import { classes } from "@/ui";

/** How the server calls whoever sits here. */
const OWNER = "owner";

/** The values that were recorded, the latest first, with what people said. */
export function CheckIns({ checkIns, unit }: { readonly checkIns: readonly AtlasCheckIn[]; readonly unit: string }) {
  const { t, locale } = useI18n();
  if (checkIns.length === 0) return <Note>{t("atlas.checkins.none")}</Note>;
  return (
    <Rows label={t("atlas.checkins")}>
      {checkIns.map((entry) => (
        <div key={entry.id} className="flex flex-col gap-0.5 px-4 py-2.5 text-sm">
          <div className="flex items-center gap-3">
            <span className="w-20 shrink-0 text-muted">{monthOf(entry.period, locale, "short")}</span>
            <span className="font-medium text-fg tabular-nums">{entry.value === null ? t("atlas.band.none") : amountOf(entry.value, unit, locale)}</span>
            <span className="ml-auto flex items-center gap-3 text-xs text-muted">
              {entry.by && <span className="max-w-32 truncate">{entry.by === OWNER ? t("atlas.by.you") : entry.by}</span>}
              {entry.confidence != null && <Confidence value={entry.confidence} />}
            </span>
          </div>
          {entry.comment && <p className="break-words text-fg sm:pl-[92px]">{entry.comment}</p>}
          {entry.blockers && (
            <p className="break-words text-muted sm:pl-[92px]">
              <span className="font-medium text-warn-text">{t("atlas.checkin.blockers")}:</span> {entry.blockers}
            </p>
          )}
        </div>
      ))}
    </Rows>
  );
}

/** From 1 to 10, as a number and ten small steps. */
function Confidence({ value }: { readonly value: number }) {
  const { t } = useI18n();
  const tone = value <= 3 ? "bg-bad" : value <= 7 ? "bg-warn" : "bg-ok";
  return (
    <span role="img" aria-label={`${t("atlas.confidence")}: ${t("atlas.confidence.value", { value })}`} className="flex items-center gap-1.5 tabular-nums">
      <span aria-hidden className="flex gap-px">
        {Array.from({ length: 10 }, (_, index) => (
          <span key={index} className={classes("h-2.5 w-[3px] rounded-full", index < value ? tone : "bg-active")} />
        ))}
      </span>
      {value}
    </span>
  );
}
