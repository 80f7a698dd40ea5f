import { useId } from "react";

import type { SchoolPresenca } from "@/api";
import { useT } from "@/i18n";
import { classes } from "@/ui";
import { PRESENCES } from "../presence";

const INKS: Readonly<Record<SchoolPresenca, string>> = {
  presente: "has-checked:bg-ok-soft has-checked:text-ok-text",
  falta: "has-checked:bg-bad-soft has-checked:text-bad-text",
  falta_justificada: "has-checked:bg-run-soft has-checked:text-run-text",
  atraso: "has-checked:bg-warn-soft has-checked:text-warn-text",
};

interface PresencePickerProps {
  /** Whose it is; read aloud with each letter. */
  readonly label: string;
  readonly value: SchoolPresenca;
  readonly onChange: (value: SchoolPresenca) => void;
}

/** Present, absent, excused or late, by the letters of a register. Arrow keys move inside, and so do the letters. */
export function PresencePicker({ label, value, onChange }: PresencePickerProps) {
  const t = useT();
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="flex shrink-0 gap-0.5">
      {PRESENCES.map((each) => (
        <label
          key={each}
          title={t(`school.presence.${each}`)}
          className={classes(
            "relative inline-flex size-7 items-center justify-center rounded-md text-xs font-medium text-muted select-none hover:bg-hover",
            "has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-accent has-checked:font-semibold",
            INKS[each],
          )}
        >
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === value}
            aria-label={t(`school.presence.${each}`)}
            onChange={() => onChange(each)}
            onKeyDown={(event) => {
              const said = PRESENCES.find((one) => t(`school.presence.short.${one}`) === event.key.toUpperCase());
              if (said === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
              onChange(said);
              event.currentTarget.form?.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"][value="${said}"]`)?.focus();
            }}
            className="absolute inset-0 appearance-none rounded-[inherit] outline-none"
          />
          <span aria-hidden>{t(`school.presence.short.${each}`)}</span>
        </label>
      ))}
    </div>
  );
}
