import type { AtlasKeyResultPage } from "@/api";
import { type Key, useI18n } from "@/i18n";
import { monthOf } from "@/i18n/amounts";
import { InlineChoice, InlineDay, InlineText } from "@/stage";
import { InlineAmount } from "../edit/InlineAmount";
import type { Editing } from "../edit/useEdit";
import { numberIn, textIn } from "../edit/values";
import { FactLine, Facts } from "./Facts";

const CHOICES = {
  target_direction: ["direction", ["maximize", "minimize"]],
  frequency: ["frequency", ["monthly", "bimonthly", "quarterly", "semesterly", "yearly"]],
  aggregation_type: ["aggregation", ["sum", "average", "max", "min", "last"]],
} as const;

/** What a key result is measured by. */
export function KeyResultFacts({ page, editing }: { readonly page: AtlasKeyResultPage; readonly editing: Editing }) {
  const { t, locale } = useI18n();
  const { fields, save } = editing;
  const unit = textIn(fields, "unit");
  const [start, end] = [textIn(fields, "start_month"), textIn(fields, "end_month")];
  return (
    <Facts>
      <FactLine name={t("atlas.field.target")}>
        <InlineAmount label={t("atlas.field.target")} unit={unit} value={numberIn(fields, "target_value")} onSave={(value) => value !== null && save("target_value", value, t("atlas.field.target"))} />
      </FactLine>
      <FactLine name={t("atlas.field.baseline")}>
        <InlineAmount optional label={t("atlas.field.baseline")} unit={unit} value={numberIn(fields, "baseline_value")} onSave={(value) => save("baseline_value", value, t("atlas.field.baseline"))} />
      </FactLine>
      <FactLine name={t("atlas.field.unit")}>
        <InlineText optional label={t("atlas.field.unit")} value={unit} onSave={(value) => save("unit", value || null, t("atlas.field.unit"))} />
      </FactLine>
      {Object.entries(CHOICES).map(([field, [name, values]]) => (
        <FactLine key={field} name={t(`atlas.field.${name}`)}>
          <InlineChoice
            label={t(`atlas.field.${name}`)}
            value={textIn(fields, field)}
            options={values.map((value) => ({ value, label: t(`atlas.${name}.${value}` as Key & "atlas.direction.maximize") }))}
            onSave={(value) => save(field, value, t(`atlas.field.${name}`))}
          />
        </FactLine>
      ))}
      {(start !== "" || end !== "") && <FactLine name={t("atlas.field.period")}>{[start, end].map((month) => (month === "" ? "…" : monthOf(month, locale, "short"))).join(" – ")}</FactLine>}
      <FactLine name={t("atlas.field.owner")}>
        <InlineText optional label={t("atlas.field.owner")} value={textIn(fields, "responsible") || (page.owner ?? "")} onSave={(value) => save("responsible", value || null, t("atlas.field.owner"))} />
      </FactLine>
      <FactLine name={t("atlas.field.due")}>
        <InlineDay label={t("atlas.field.due")} value={textIn(fields, "due_date")} onSave={(value) => save("due_date", value, t("atlas.field.due"))} />
      </FactLine>
      <FactLine name={t("atlas.field.weight")}>
        <InlineAmount label={t("atlas.field.weight")} value={numberIn(fields, "weight") ?? 1} onSave={(value) => value !== null && save("weight", value, t("atlas.field.weight"))} />
      </FactLine>
      {page.warnings.map((warning) => (
        <p key={warning} className="py-1.5 text-xs text-warn-text">
          {warning === "meta_zero" ? t("atlas.warning.meta_zero") : warning}
        </p>
      ))}
    </Facts>
  );
}
