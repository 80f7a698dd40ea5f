import { type Settings, useSecrets } from "@/api";
import { useT } from "@/i18n";
import { Section, Trouble } from "@/stage";
import { Card, Field, Select } from "@/ui";
import { KeyField } from "./KeyField";
import { TextSetting } from "./TextSetting";
import { useEdit } from "./useEdit";

const BRAVE_KEY = "BRAVE_API_KEY";
const ENGINES = [
  { value: "searxng", label: "SearXNG" },
  { value: "brave", label: "Brave" },
  { value: "duckduckgo", label: "DuckDuckGo" },
] as const;

/** Web: when agents may go there, and who is asked in a search. */
export function WebSection() {
  const t = useT();
  const { settings, edit, error } = useEdit();
  const { data: secrets } = useSecrets();
  const { engine, searxng_url } = settings.search;
  const search = (change: Partial<Settings["search"]>) => edit((now) => ({ ...now, search: { ...now.search, ...change } }));
  return (
    <>
      <p className="text-sm text-muted">{t("settings.web.about")}</p>
      {error && <Trouble error={error} />}
      <Section title={t("settings.web.search")} about={t("settings.web.search.about")}>
        <Card className="flex flex-col gap-5 p-4">
          <Field label={t("settings.web.engine")}>
            {({ id }) => (
              <Select
                id={id}
                value={engine}
                onChange={(value) => search({ engine: value })}
                options={[{ value: "auto", label: t("settings.web.engine.auto") }, ...ENGINES]}
              />
            )}
          </Field>
          <TextSetting
            label={t("settings.web.searxng")}
            hint={t("settings.web.searxng.hint")}
            value={searxng_url ?? ""}
            placeholder="http://127.0.0.1:8888"
            inputMode="url"
            maxLength={500}
            mono
            onCommit={(value) => search({ searxng_url: value || null })}
          />
          <KeyField
            name={BRAVE_KEY}
            isKept={secrets?.some(({ name }) => name === BRAVE_KEY) ?? false}
            label={t("settings.web.brave")}
            hint={t("settings.web.brave.hint")}
          />
        </Card>
      </Section>
    </>
  );
}
