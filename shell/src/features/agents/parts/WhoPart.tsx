import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Card, Field, Input } from "@/ui";
import { LONGEST } from "../persona";
import { MarkPicker } from "./MarkPicker";
import type { PartProps } from "./part";

/** Who it is: its mark, its name, and a line about it. */
export function WhoPart({ draft, set, nameless }: PartProps & { readonly nameless: boolean }) {
  const t = useT();
  return (
    <Section title={t("agents.part.who")}>
      <Card className="flex items-start gap-4 p-4 max-sm:flex-col">
        <MarkPicker draft={draft} set={set} />
        <div className="flex w-full min-w-0 flex-1 flex-col gap-4">
          <Field label={t("agents.part.name")} error={nameless ? t("agents.part.name.missing") : undefined}>
            {(ids) => (
              <Input
                {...ids}
                required
                aria-invalid={nameless || undefined}
                maxLength={LONGEST.name}
                value={draft.name}
                placeholder={t("agents.part.name.placeholder")}
                onChange={(event) => set("name", event.target.value)}
              />
            )}
          </Field>
          <Field label={t("agents.part.description")}>
            {(ids) => (
              <Input
                {...ids}
                maxLength={LONGEST.description}
                value={draft.description}
                placeholder={t("agents.part.description.placeholder")}
                onChange={(event) => set("description", event.target.value)}
              />
            )}
          </Field>
        </div>
      </Card>
    </Section>
  );
}
