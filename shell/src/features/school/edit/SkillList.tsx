import type { SchoolHabilidadeNome } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Card } from "@/ui";
import { SkillPicker } from "./SkillPicker";

interface SkillListProps {
  readonly skills: readonly SchoolHabilidadeNome[];
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly year?: string;
}

/** Skills by their codes with what each says. */
export function SkillList({ skills, value, onChange, year }: SkillListProps) {
  const t = useT();
  return (
    <Section title={t("school.activity.skills")}>
      <Card className="flex flex-col gap-2 px-3 py-2.5 text-sm">
        <SkillPicker label={t("school.activity.skills")} value={value} year={year} onChange={onChange} />
        {skills.some(({ codigo, texto }) => texto !== "" && value.includes(codigo)) && (
          <dl className="flex flex-col gap-1.5 text-xs">
            {skills
              .filter(({ codigo, texto }) => texto !== "" && value.includes(codigo))
              .map(({ codigo, texto }) => (
                <div key={codigo}>
                  <dt className="font-medium text-fg">{codigo}</dt>
                  <dd className="text-muted">{texto}</dd>
                </div>
              ))}
          </dl>
        )}
      </Card>
    </Section>
  );
}
