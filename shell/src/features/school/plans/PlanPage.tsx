import { isProblem, type SchoolPaginaPlano, type SchoolUnidade, useSchoolTeachingPlan } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Button, Card, MenuButton } from "@/ui";
import { Plus } from "lucide-react";
import { InlineText } from "../edit/InlineText";
import { RemoveMenu } from "../edit/RemoveMenu";
import { useEditing } from "../edit/useEditing";
import { pathTo } from "../paths";
import { DetailFrame } from "../pieces/DetailFrame";
import { Waiting } from "../pieces/Waiting";
import { Coverage } from "./Coverage";
import { termOf, withSkill } from "./coverage";
import { UnitCard } from "./UnitCard";

type Teaching = SchoolPaginaPlano["plano"];

/** A teaching plan: its units with their skills, and how much of the curriculum they hold. */
export function PlanPage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useSchoolTeachingPlan(id);
  return data === undefined || isProblem(error, "not_found") ? <Waiting error={error} onRetry={() => void refetch()} /> : <Open page={data} />;
}

function Open({ page }: { readonly page: SchoolPaginaPlano }) {
  const t = useT();
  const title = `${page.materia.nome} · ${page.turma.nome}`;
  const editing = useEditing<Teaching>(page.plano, "school.editar_plano", "plano_id", title);
  const { shown, save } = editing;
  const put = (unidades: readonly SchoolUnidade[]) => save({ unidades: [...unidades] });
  const fresh: SchoolUnidade = { titulo: t("school.plan.unit.fresh", { number: shown.unidades.length + 1 }), habilidades: [], aulas_previstas: 4, inicio: null, avaliacao: "" };
  return (
    <DetailFrame
      title={title}
      above={[
        { label: t("school.part.planos"), href: pathTo("planos") },
        { label: page.turma.nome, href: pathTo("turmas", page.turma.id) },
      ]}
      about={termOf(shown.periodo)}
      commands={<RemoveMenu capability="school.remover_plano" params={{ plano_id: shown.id }} title={title} back={pathTo("planos")} />}
    >
      <Coverage page={{ ...page, plano: shown }} />
      <div className="grid items-start gap-x-8 gap-y-7 md:grid-cols-[minmax(0,1fr)_300px]">
        <Section
          title={t("school.plan.units", { count: shown.unidades.length })}
          aside={
            <Button size="sm" icon={Plus} onClick={() => put([...shown.unidades, fresh])}>
              {t("school.plan.unit.add")}
            </Button>
          }
        >
          <ol aria-label={t("school.plan.units.all")} className="flex flex-col gap-3">
            {shown.unidades.map((unit, index) => (
              <UnitCard
                key={index}
                unit={unit}
                number={index + 1}
                words={page.textos}
                year={undefined}
                onSave={(patch) => put(shown.unidades.with(index, { ...unit, ...patch }))}
                onRemove={() => put(shown.unidades.toSpliced(index, 1))}
              />
            ))}
          </ol>
        </Section>
        <aside className="flex min-w-0 flex-col gap-7">
          {page.fora.length > 0 && (
            <Section title={t("school.plan.outside", { count: page.fora.length })}>
              <Card>
                <ul aria-label={t("school.plan.outside.all")} className="max-h-96 divide-y divide-line overflow-y-auto">
                  {page.fora.map(({ codigo, texto }) => (
                    <li key={codigo} className="flex items-start gap-2 px-3 py-2 text-xs">
                      <span className="min-w-0 flex-1">
                        <span className="font-medium text-fg">{codigo}</span> <span className="line-clamp-3 text-muted">{texto}</span>
                      </span>
                      <MenuButton
                        size="sm"
                        icon={Plus}
                        label={t("school.plan.put", { code: codigo })}
                        items={shown.unidades.map(({ titulo }, index) => ({ id: String(index), label: titulo, onSelect: () => put(withSkill(shown.unidades, index, codigo)) }))}
                      />
                    </li>
                  ))}
                </ul>
              </Card>
            </Section>
          )}
          <Section title={t("school.plan.method")}>
            <Card className="px-4 py-3 text-sm">
              <InlineText long optional label={t("school.plan.method")} value={shown.metodologia} onSave={(metodologia) => save({ metodologia })} />
            </Card>
          </Section>
          <Section title={t("school.plan.criteria")}>
            <Card className="px-4 py-3 text-sm">
              <InlineText long optional label={t("school.plan.criteria")} value={shown.criterios} onSave={(criterios) => save({ criterios })} />
            </Card>
          </Section>
        </aside>
      </div>
    </DetailFrame>
  );
}
