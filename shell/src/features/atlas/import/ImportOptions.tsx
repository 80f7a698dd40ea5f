import { type AtlasCompanyCard, type ImportWish, useAtlasCompanies } from "@/api";
import { useT } from "@/i18n";
import { Fold } from "@/stage";
import { Card, Checkbox, Field, RadioGroup, Select } from "@/ui";

interface ImportOptionsProps {
  readonly wish: ImportWish;
  readonly onChange: (wish: ImportWish) => void;
}

const IDS = ["auto", "keep", "remap"] as const;

/** What happens to what is there, and what only few want to know. */
export function ImportOptions({ wish, onChange }: ImportOptionsProps) {
  const t = useT();
  const { data } = useAtlasCompanies();
  const companies: readonly AtlasCompanyCard[] = data?.companies ?? [];
  return (
    <Card className="flex flex-col gap-4 px-5 py-4">
      <RadioGroup
        label={t("atlas.import.mode")}
        value={wish.mode}
        onChange={(mode) => onChange({ ...wish, mode })}
        options={[
          { value: "merge", label: t("atlas.import.mode.merge"), detail: t("atlas.import.mode.merge.about") },
          { value: "replace", label: t("atlas.import.mode.replace"), detail: t("atlas.import.mode.replace.about") },
        ]}
        className="gap-2"
      />
      <Fold title={t("atlas.import.options")}>
        <div className="flex flex-col gap-3 pt-1">
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label={t("atlas.import.into")}>
              {(ids) => (
                <Select
                  {...ids}
                  value={wish.company ?? ""}
                  onChange={(company) => onChange({ ...wish, company: company || undefined })}
                  options={[{ value: "", label: t("atlas.import.into.file") }, ...companies.map(({ id, name }) => ({ value: id, label: name, detail: id }))]}
                />
              )}
            </Field>
            <Field label={t("atlas.import.ids")}>
              {(ids) => (
                <Select
                  {...ids}
                  value={wish.id_policy}
                  onChange={(id_policy) => onChange({ ...wish, id_policy })}
                  options={IDS.map((value) => ({ value, label: t(`atlas.import.ids.${value}`) }))}
                />
              )}
            </Field>
          </div>
          <Checkbox checked={wish.allow_partial} onChange={(allow_partial) => onChange({ ...wish, allow_partial })}>
            {t("atlas.import.partial")}
          </Checkbox>
        </div>
      </Fold>
    </Card>
  );
}
