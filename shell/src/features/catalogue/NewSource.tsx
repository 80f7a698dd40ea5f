import { Plus } from "lucide-react";
import { useState } from "react";

import { useAddCatalogueSource } from "@/api";
import { useT } from "@/i18n";
import { Section, Trouble } from "@/stage";
import { Button, Field, Input, SwitchField } from "@/ui";

const BLANK = { id: "", address: "", key: "", local: false };

/** The form of a source that is not there yet. Nothing is read or fetched by adding one. */
export function NewSource() {
  const t = useT();
  const [written, write] = useState(BLANK);
  const add = useAddCatalogueSource();
  const isWeb = /^https?:/.test(written.address.trim());
  const text = (name: "id" | "address" | "key", most: number) => (
    <Field label={t(`catalogue.source.${name}`)} hint={t(`catalogue.source.${name}.hint`)}>
      {(ids) => (
        <Input {...ids} className={name === "id" ? undefined : "font-mono"} value={written[name]} maxLength={most} onChange={(event) => write({ ...written, [name]: event.target.value })} />
      )}
    </Field>
  );
  return (
    <Section title={t("catalogue.source.add")}>
      <form
        aria-label={t("catalogue.source.add")}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(
            { id: written.id.trim(), address: written.address.trim(), key: written.key.trim() || null, local: isWeb && written.local },
            { onSuccess: (_, here) => here && write(BLANK) },
          );
        }}
      >
        {text("id", 40)}
        {text("address", 500)}
        {text("key", 300)}
        {isWeb && <SwitchField label={t("catalogue.source.local")} checked={written.local} onChange={(local) => write({ ...written, local })} />}
        {add.error && <Trouble error={add.error} />}
        <Button type="submit" tone="primary" icon={Plus} className="w-fit" busy={add.isPending} disabled={written.id.trim() === "" || written.address.trim() === ""}>
          {t("catalogue.source.add")}
        </Button>
      </form>
    </Section>
  );
}
