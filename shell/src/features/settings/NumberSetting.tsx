import { useState } from "react";

import { useI18n } from "@/i18n";
import { parseNumber } from "./numbers";
import { TextSetting } from "./TextSetting";

interface NumberSettingProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly whole?: boolean;
  readonly onCommit: (value: number) => void;
}

/** A number, written as the language writes numbers; what is not one is said at once and not saved. */
export function NumberSetting({ label, value, least, whole, onCommit }: NumberSettingProps) {
  const { t, format, locale } = useI18n();
  const [wrong, setWrong] = useState(false);
  const commit = (text: string) => {
    const number = parseNumber(text, locale);
    const fits = number !== undefined && number >= least && (!whole || Number.isInteger(number));
    setWrong(!fits);
    if (fits && number !== value) onCommit(number);
  };
  return (
    <TextSetting
      label={label}
      value={format.number(value)}
      inputMode={whole ? "numeric" : "decimal"}
      error={wrong ? t("settings.budgets.number", { least }) : undefined}
      onCommit={commit}
    />
  );
}
