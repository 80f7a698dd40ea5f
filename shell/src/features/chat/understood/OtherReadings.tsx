import type { UnderstoodCall } from "@/api";
import { useI18n } from "@/i18n";
import { Fold } from "@/stage";
import { Button, classes, ForeignText } from "@/ui";
import { wordsOf } from "./values";

interface OtherReadingsProps {
  readonly readings: readonly UnderstoodCall[];
  /** Whether nothing was taken: then they are offered openly. */
  readonly undecided: boolean;
  readonly onTake: (reading: UnderstoodCall) => void;
}

/** What else may have been meant: each keeps the values it found. */
export function OtherReadings({ readings, undecided, onTake }: OtherReadingsProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const buttons = (
    <div className="flex flex-wrap gap-1.5">
      {readings.map((reading, index) => (
        <Button
          key={`${reading.capability} ${index}`}
          size="sm"
          title={[reading.title, ...reading.values.map((value) => `${value.label}: ${wordsOf(value, i18n)}`)].join(" · ")}
          onClick={() => onTake(reading)}
          className="max-w-full"
        >
          <span className={classes("truncate", reading.values.length > 0 ? "max-w-3/4 shrink-0" : "min-w-0")}>{reading.title}</span>
          {reading.values.length > 0 && (
            <span className="min-w-0 truncate font-normal text-muted">
              <ForeignText place="name" still>
                {reading.values.map((value) => wordsOf(value, i18n)).join(" · ")}
              </ForeignText>
            </span>
          )}
        </Button>
      ))}
    </div>
  );
  if (!undecided) return <Fold title={t("chat.understood.else")}>{buttons}</Fold>;
  return (
    <div role="group" aria-label={t("chat.understood.which")} className="flex flex-col gap-1.5">
      <p className="text-xs text-muted">{t("chat.understood.which")}</p>
      {buttons}
    </div>
  );
}
