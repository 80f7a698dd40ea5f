import type { SchoolPeriodoOpcao } from "@/api";
import { useT } from "@/i18n";
import { Segmented, Select } from "@/ui";
import { PERIODS } from "./periods";

interface PeriodChoiceProps {
  readonly value: string;
  /** Those the school has: its terms among them. */
  readonly periods: readonly SchoolPeriodoOpcao[];
  /** What the one that is shown is called, where it is none of them. */
  readonly said?: string;
  readonly onChange: (value: string) => void;
}

/** Which stretch of time is looked at: all in sight while they are few. */
export function PeriodChoice({ value, periods, said, onChange }: PeriodChoiceProps) {
  const t = useT();
  const known = periods.length > 0 ? periods.map(({ valor, texto }) => ({ value: valor, label: texto })) : PERIODS.map((each) => ({ value: each.value as string, label: t(each.label) }));
  const options = known.some((each) => each.value === value) ? known : [...known, { value, label: said ?? value }];
  return options.length <= 4 ? (
    <Segmented label={t("school.period")} value={value} options={options} onChange={onChange} />
  ) : (
    <Select label={t("school.period")} value={value} options={options} onChange={onChange} className="w-44" />
  );
}
