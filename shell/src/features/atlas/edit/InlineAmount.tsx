import { useI18n } from "@/i18n";
import { amountOf, plainAmountOf, readAmount } from "@/i18n/amounts";
import { InlineText } from "@/stage";
import { toast } from "@/ui";

interface InlineAmountProps {
  readonly label: string;
  readonly value: number | null;
  readonly unit?: string | null;
  readonly onSave: (value: number | null) => void;
  readonly optional?: boolean;
}

/** A number in its unit, typed as people type numbers: `300.000`, `R$ 3 mil`, `12,5 %`. */
export function InlineAmount({ label, value, unit, onSave, optional }: InlineAmountProps) {
  const { t, locale } = useI18n();
  return (
    <InlineText
      label={label}
      optional={optional}
      value={value === null ? "" : amountOf(value, unit, locale)}
      className="tabular-nums"
      onSave={(text) => {
        if (text === "") return onSave(null);
        const suffix = unit ?? "";
        const words = suffix !== "" && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
        const read = readAmount(words, locale) ?? readAmount(words.replace(/[^\d.,\s-]+$/, ""), locale);
        if (read === null) toast.error(t("atlas.checkin.value.wrong"));
        else if (plainAmountOf(read, locale) !== (value === null ? "" : plainAmountOf(value, locale))) onSave(read);
      }}
    />
  );
}
