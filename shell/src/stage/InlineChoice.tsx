import { useT } from "@/i18n";
import { Select, type SelectOption } from "@/ui";

export interface InlineChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly SelectOption<string>[];
  readonly onSave: (value: string) => void;
  /** What stands there while nothing is chosen. */
  readonly placeholder?: string;
}

/** One of a few, chosen where it stands. A value that is not among them, as imports have, stays and is shown. */
export function InlineChoice({ label, value, options, onSave, placeholder }: InlineChoiceProps) {
  const t = useT();
  const known = options.some((option) => option.value === value);
  const all = known || value === "" ? options : [{ value, label: value }, ...options];
  return (
    <Select
      label={label}
      value={value}
      options={all}
      onChange={onSave}
      placeholder={placeholder ?? t("words.none")}
      className="-mr-2 w-auto! max-w-[calc(100%+8px)] border-transparent! bg-transparent! shadow-none! hover:bg-hover!"
    />
  );
}
