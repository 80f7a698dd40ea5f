import { Plus } from "lucide-react";

import { usePersonas } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Button, Card } from "@/ui";
import { type Chosen, MOST_SUBJECTS, withChoice } from "./chosen";
import { SubjectRow } from "./SubjectRow";

interface SubjectsPartProps {
  readonly chosen: readonly Chosen[];
  readonly onChange: (chosen: readonly Chosen[]) => void;
}

/** Who is tried with the questions: agents, versions of them, and models. */
export function SubjectsPart({ chosen, onChange }: SubjectsPartProps) {
  const t = useT();
  const { data: agents = [] } = usePersonas();
  const last = chosen.at(-1);
  const more = last ?? (agents[0] && { agent: agents[0].id, version: null, model: null });
  return (
    <Section title={t("evaluations.subjects")} about={t("evaluations.subjects.about")}>
      <Card className="flex flex-col gap-3 p-4">
        {chosen.map((each, place) => (
          <SubjectRow
            key={place}
            place={place}
            chosen={each}
            agents={agents}
            onChange={(part) => onChange(withChoice(chosen, place, part))}
            onRemove={chosen.length > 1 ? () => onChange(chosen.filter((_, at) => at !== place)) : undefined}
          />
        ))}
        {more && chosen.length < MOST_SUBJECTS && (
          <Button icon={Plus} className="self-start" onClick={() => onChange([...chosen, { ...more, model: null }])}>
            {t("evaluations.subjects.add")}
          </Button>
        )}
      </Card>
    </Section>
  );
}
