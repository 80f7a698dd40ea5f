import { Check, Pipette } from "lucide-react";
import { useId } from "react";

import type { ValueOption } from "@/api";
import { useI18n } from "@/i18n";
import { choiceRank, colourOf } from "@/i18n/choices";
import { classes } from "@/ui";
import type { DraftProps } from "./ValueEditor";
import { isColour } from "./values";

interface ColourFieldProps extends DraftProps {
  /** The colours that have a name here. */
  readonly options: readonly ValueOption[];
}

const SWATCH = classes(
  "relative inline-flex size-6 items-center justify-center rounded-full border border-line",
  "has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent",
);

/** A colour: one of those with a name, or any other. */
export function ColourField({ label, draft, onDraft, options }: ColourFieldProps) {
  const { t, locale } = useI18n();
  const name = useId();
  const known = options.flatMap(({ value }) => (isColour(value) ? [value.toUpperCase()] : [])).toSorted((one, other) => choiceRank(one) - choiceRank(other));
  const now = draft.toUpperCase();
  const own = !known.includes(now);
  const tick = <Check aria-hidden className="pointer-events-none size-3.5 text-on-accent" />;
  return (
    <span role="radiogroup" aria-label={label} className="mx-1 grid grid-cols-6 gap-1">
      {known.map((colour) => (
        <label key={colour} title={colourOf(colour, locale) ?? colour} className={SWATCH} style={{ background: colour }}>
          <input
            type="radio"
            name={name}
            aria-label={colourOf(colour, locale) ?? colour}
            checked={colour === now}
            onChange={() => onDraft(colour)}
            className="absolute inset-0 appearance-none rounded-full outline-none"
          />
          {colour === now && tick}
        </label>
      ))}
      <label title={t("chat.understood.colour")} className={SWATCH} style={own ? { background: now } : undefined}>
        <input
          type="color"
          aria-label={t("chat.understood.colour")}
          value={now}
          onChange={(event) => onDraft(event.target.value.toUpperCase())}
          className="absolute inset-0 size-full rounded-full opacity-0"
        />
        {own ? tick : <Pipette aria-hidden className="pointer-events-none size-3.5 text-muted" />}
      </label>
    </span>
  );
}
