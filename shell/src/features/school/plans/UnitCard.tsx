import { Trash2 } from "lucide-react";

import type { SchoolUnidade } from "@/api";
import { useT } from "@/i18n";
import { Card, IconButton } from "@/ui";
import { InlineDay } from "../edit/InlineDay";
import { InlineNumber } from "../edit/InlineNumber";
import { InlineText } from "../edit/InlineText";
import { SkillPicker } from "../edit/SkillPicker";
import { Fold } from "@/stage";

interface UnitCardProps {
  readonly unit: SchoolUnidade;
  readonly number: number;
  /** What each code says. */
  readonly words: Readonly<Record<string, string>>;
  readonly year: string | undefined;
  readonly onSave: (patch: Partial<SchoolUnidade>) => void;
  readonly onRemove: () => void;
}

/** A unit of a teaching plan: its title, when it begins, how many lessons, which skills. */
export function UnitCard({ unit, number, words, year, onSave, onRemove }: UnitCardProps) {
  const t = useT();
  return (
    <li>
      <Card className="flex flex-col gap-2.5 px-4 py-3 text-sm">
        <div className="flex items-start gap-2">
          <span className="font-medium text-muted tabular-nums">{number}.</span>
          <div className="min-w-0 flex-1 font-medium">
            <InlineText label={t("school.activity.title")} value={unit.titulo} onSave={(titulo) => onSave({ titulo })} />
          </div>
          <IconButton size="sm" icon={Trash2} label={t("ui.remove", { name: unit.titulo })} onClick={onRemove} />
        </div>
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-xs text-muted">
          <div className="flex items-center gap-2">
            <dt>{t("school.plan.begins")}</dt>
            <dd className="text-fg">
              <InlineDay label={t("school.plan.begins")} value={unit.inicio ?? ""} onSave={(inicio) => onSave({ inicio })} />
            </dd>
          </div>
          <div className="flex items-center gap-2">
            <dt>{t("school.plan.lessons")}</dt>
            <dd className="text-fg">
              <InlineNumber label={t("school.plan.lessons")} value={unit.aulas_previstas} onSave={(aulas_previstas) => onSave({ aulas_previstas })} />
            </dd>
          </div>
        </dl>
        <SkillPicker label={t("school.activity.skills")} value={unit.habilidades} year={year} onChange={(habilidades) => onSave({ habilidades: [...habilidades] })} />
        {unit.habilidades.some((code) => words[code]) && (
          <Fold title={t("school.plan.skills.read")}>
            <dl className="flex flex-col gap-1.5 text-xs">
              {unit.habilidades.map((code) => (
                <div key={code}>
                  <dt className="font-medium text-fg">{code}</dt>
                  <dd className="text-muted">{words[code]}</dd>
                </div>
              ))}
            </dl>
          </Fold>
        )}
        <div className="flex items-baseline gap-2 text-xs text-muted">
          {unit.avaliacao !== "" && <span className="shrink-0">{t("school.plan.check")}</span>}
          <InlineText optional label={t("school.plan.check")} placeholder={t("school.plan.check.add")} value={unit.avaliacao} onSave={(avaliacao) => onSave({ avaliacao })} />
        </div>
      </Card>
    </li>
  );
}
