import { Play } from "lucide-react";
import { type FormEvent, useRef } from "react";

import { type Form, SchemaForm } from "@/forms";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Button, Card } from "@/ui";
import { ProjectPicker } from "./ProjectPicker";
import type { Calling } from "./useCalling";

interface CallFormProps {
  readonly form: Form;
  readonly calling: Calling;
}

/** The form made from the parameters, and the button that calls. */
export function CallForm({ form, calling }: CallFormProps) {
  const t = useT();
  const box = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    calling.call();
    // After the fields are marked, the first of them is where to go on.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  const tried = calling.result !== undefined || calling.approval !== undefined || calling.error !== null;
  return (
    <Section title={t("capabilities.form")} about={t("capabilities.form.about")}>
      <Card>
        <form ref={box} noValidate aria-label={t("capabilities.form")} onSubmit={submit} className="flex flex-col">
          <div className="p-4">
            {form.fields.length === 0 ? (
              <p className="text-sm text-muted">{t("capabilities.params.none")}</p>
            ) : (
              <SchemaForm fields={form.fields} draft={form.draft} onChange={form.change} wrongs={form.wrongs} />
            )}
          </div>
          <footer className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
            <ProjectPicker value={calling.project} onChange={calling.choose} />
            <Button type="submit" tone="primary" icon={Play} busy={calling.busy}>
              {t(tried ? "capabilities.call.again" : "capabilities.call")}
            </Button>
          </footer>
        </form>
      </Card>
    </Section>
  );
}
