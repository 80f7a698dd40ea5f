import { useI18n } from "@/i18n";
import { plainAmountOf, readAmount } from "@/i18n/amounts";
import { toast } from "@/ui";
import { InlineText } from "./InlineText";

interface InlineNumberProps {
  readonly label: string;
  readonly value: number | null;
  readonly onSave: (value: number) => void;
  readonly unit?: string;
}

/** A number, typed as people type numbers: `7,5` or `7.5`. */
export function InlineNumber({ label, value, onSave, unit }: InlineNumberProps) {
  const { t, locale } = useI18n();
  return (
    <InlineText
      label={label}
      value={value === null ? "" : `${plainAmountOf(value, locale)}${unit ? ` ${unit}` : ""}`}
      className="tabular-nums"
      onSave={(text) => {
        const read = readAmount(text.replace(/[^\d.,-]+$/, ""), locale);
        if (read === null || read < 0) toast.error(t("school.work.number.wrong"));
        else if (read !== value) onSave(read);
      }}
    />
  );
}
