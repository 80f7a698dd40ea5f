import type { Capability } from "@/api";
import { type FormField, fieldsOf, hintOf, type JsonSchema } from "@/forms";
import { useI18n, useT } from "@/i18n";
import { Fold, Section } from "@/stage";
import { Badge, Card, JsonTree } from "@/ui";

/** The parameters one by one, and the shape of the answer. */
export function SchemaTable({ capability }: { readonly capability: Capability }) {
  const t = useT();
  const fields = fieldsOf(capability.params as JsonSchema);
  return (
    <>
      <Section title={t("capabilities.params")}>
        {fields.length === 0 ? (
          <p className="text-sm text-muted">{t("capabilities.params.none")}</p>
        ) : (
          <Card className="divide-y divide-line">
            {fields.map((field) => (
              <Param key={field.name} field={field} />
            ))}
          </Card>
        )}
      </Section>
      <Fold title={t("capabilities.returns")}>
        <JsonTree value={capability.returns} label={t("capabilities.returns")} className="max-h-96" />
      </Fold>
    </>
  );
}

function Param({ field }: { readonly field: FormField }) {
  const { t, locale } = useI18n();
  const hint = hintOf(field, locale);
  const initial = field.initial === undefined || field.initial === null ? undefined : JSON.stringify(field.initial);
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2 text-sm">
      <span className="font-mono text-xs text-fg">{field.name}</span>
      <span className="text-xs text-muted">{kindOf(field)}</span>
      {field.required && <Badge>{t("capabilities.required")}</Badge>}
      {initial !== undefined && <span className="text-xs text-muted">{t("capabilities.default", { value: initial })}</span>}
      {hint && <span className="w-full text-sm text-muted">{hint}</span>}
    </div>
  );
}

/** The kind of value in the words of the schema: short, and the same in every language. */
function kindOf({ shape, nullable }: FormField): string {
  const kinds = { text: "string", number: "number", switch: "boolean", choice: "", list: "array", group: "object", json: "JSON" };
  const kind = shape.kind === "choice" ? shape.options.map((option) => JSON.stringify(option)).join(" | ") : kinds[shape.kind];
  const whole = shape.kind === "number" && shape.whole ? "integer" : kind;
  return nullable ? `${whole} | null` : whole;
}
