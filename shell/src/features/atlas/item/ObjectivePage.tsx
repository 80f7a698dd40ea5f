import { type AtlasKeyResultCard, type AtlasObjectivePage, isProblem, useAtlasDashboard, useAtlasObjective } from "@/api";
import { Note } from "@/apps";
import { useI18n, useT } from "@/i18n";
import { amountOf, monthOf } from "@/i18n/amounts";
import { InlineChoice, InlineDay, InlineText, Rows, Section } from "@/stage";
import { Card } from "@/ui";
import { Spark } from "@/ui/chart";
import { AddButton } from "../add/AddButton";
import { BAND_INK } from "../bands";
import { InlineAmount } from "../edit/InlineAmount";
import { type Editing, useEdit } from "../edit/useEdit";
import { firstOf, numberIn, textIn } from "../edit/values";
import { BandBadge, BandMeter, ProgressFigure } from "../pieces/Band";
import { ItemRow } from "../pieces/ItemRow";
import { Linked } from "../pieces/Linked";
import { Contributions } from "./Contributions";
import { Explained } from "./Explained";
import { FactLine, Facts, StatusFact } from "./Facts";
import { ItemFrame } from "./ItemFrame";
import { Waiting } from "./Waiting";

const STATUSES = ["not_started", "in_progress", "at_risk", "delayed", "completed"];

/** An objective: how far it is, its key results, what it contributes to. */
export function ObjectivePage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useAtlasObjective(id);
  return data === undefined || isProblem(error, "not_found") ? <Waiting error={error} onRetry={() => void refetch()} /> : <Open page={data} />;
}

function Open({ page }: { readonly page: AtlasObjectivePage }) {
  const t = useT();
  const { item, company } = page;
  const editing = useEdit({ action: "atlas.update_objective", names: { objective_id: item.id, company: company.id }, title: item.title, fields: page.fields, stamp: page.stamp });
  return (
    <ItemFrame item={item} company={company} above={page.above} editing={editing} named="title" aside={<ObjectiveFacts page={page} editing={editing} />}>
      <Card className="flex flex-col gap-3.5 p-5">
        <div className="flex items-end gap-3">
          <ProgressFigure progress={item.progress} className={item.progress == null ? "text-lg font-medium text-muted" : "text-[32px]/[32px] font-semibold tracking-[-0.02em] text-fg"} />
          {item.progress != null && <BandBadge band={item.band} />}
        </div>
        <BandMeter label={t("atlas.field.progress")} progress={item.progress} band={item.band} expected={page.expected} className="h-2" />
        <Explained progress={item.progress ?? null} expected={page.expected} />
      </Card>
      <Section title={t("atlas.key_results")} aside={<AddButton kind="key_result" company={company.id} parent={item.id} />}>
        {page.key_results.length === 0 ? (
          <Note>{t("atlas.key_results.none")}</Note>
        ) : (
          <Rows label={t("atlas.key_results")}>
            {page.key_results.map((card) => (
              <KeyResultRow key={card.id} card={card} />
            ))}
          </Rows>
        )}
      </Section>
      <Contributions item={item} company={company.id} parents={page.parents} children={page.children} />
      <Linked title={t("atlas.projects")} items={page.projects} />
    </ItemFrame>
  );
}

function ObjectiveFacts({ page, editing }: { readonly page: AtlasObjectivePage; readonly editing: Editing }) {
  const t = useT();
  const { data: dashboard } = useAtlasDashboard(page.company.id);
  const due = firstOf(editing.fields, ["target_date", "deadline"]);
  return (
    <Facts>
      <StatusFact editing={editing} statuses={STATUSES} suggested={page.suggested} />
      <FactLine name={t("atlas.field.pillar")}>
        <InlineChoice
          label={t("atlas.field.pillar")}
          value={page.above[0]?.id ?? ""}
          options={(dashboard?.pillars ?? page.above.slice(0, 1)).map(({ id, title }) => ({ value: id, label: title }))}
          onSave={(value) => editing.save("pillar_id", value, t("atlas.field.pillar"))}
        />
      </FactLine>
      <FactLine name={t("atlas.field.owner")}>
        <InlineText optional label={t("atlas.field.owner")} value={textIn(editing.fields, "responsible") || (page.owner ?? "")} onSave={(value) => editing.save("responsible", value || null, t("atlas.field.owner"))} />
      </FactLine>
      <FactLine name={t("atlas.field.due")}>
        <InlineDay label={t("atlas.field.due")} value={textIn(editing.fields, due)} onSave={(value) => editing.save(due, value, t("atlas.field.due"))} />
      </FactLine>
      <FactLine name={t("atlas.field.weight")}>
        <InlineAmount label={t("atlas.field.weight")} value={numberIn(editing.fields, "weight") ?? 1} onSave={(value) => value !== null && editing.save("weight", value, t("atlas.field.weight"))} />
      </FactLine>
    </Facts>
  );
}

function KeyResultRow({ card }: { readonly card: AtlasKeyResultCard }) {
  const { t, locale } = useI18n();
  const amount = (value: number | null | undefined) => (value == null ? t("atlas.field.none") : amountOf(value, card.unit, locale));
  const detail = [
    t("atlas.kr.of", { current: amount(card.current), target: amount(card.target) }),
    card.last_value_in ? t("atlas.last", { month: monthOf(card.last_value_in, locale, "short") }) : undefined,
    card.owner ?? undefined,
  ];
  return (
    <ItemRow item={card} detail={detail.filter(Boolean).join(" · ")}>
      <Spark values={card.spark} className={BAND_INK[card.band]} />
      <BandMeter label={card.title} progress={card.progress} band={card.band} className="w-20" />
    </ItemRow>
  );
}
