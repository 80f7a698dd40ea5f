import { useSchoolCatalog } from "@/api";
import { useT } from "@/i18n";
import { Input, Select } from "@/ui";
import type { Asked } from "./making";

interface MakeControlProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly asked: Asked;
  readonly first: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const TYPES = { text: "text", day: "date", time: "time", amount: "text" } as const;

/** One thing a form asks. */
export function MakeControl({ asked, first, value, onChange, ...ids }: MakeControlProps) {
  const t = useT();
  const { data: catalog } = useSchoolCatalog();
  switch (asked.input) {
    case "class":
    case "subject": {
      const there = (asked.input === "class" ? catalog?.turmas : catalog?.materias) ?? [];
      const none = asked.required ? [] : [{ value: "", label: t("school.work.none") }];
      return <Select {...ids} value={value} placeholder={t("school.work.choose")} options={[...none, ...there.map(({ id, nome }) => ({ value: id, label: nome }))]} onChange={onChange} className="w-full" />;
    }
    case "choice":
      return <Select {...ids} value={value} options={(asked.choices ?? []).map(([choice, label]) => ({ value: choice, label: t(label) }))} onChange={onChange} className="w-full" />;
    case "text":
    case "day":
    case "time":
    case "amount":
      return (
        <Input
          {...ids}
          type={TYPES[asked.input]}
          inputMode={asked.input === "amount" ? "decimal" : undefined}
          autoFocus={first}
          value={value}
          placeholder={asked.example && t(asked.example)}
          onChange={(event) => onChange(event.target.value)}
          className="w-full"
        />
      );
  }
}
