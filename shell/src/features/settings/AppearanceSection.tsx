import type { Settings } from "@/api";
import { LOCALE_NAMES, LOCALES, useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Card, Field, PURPOSES, Select } from "@/ui";
import { DockCard } from "./DockCard";
import { TextSetting } from "./TextSetting";
import { useEdit } from "./useEdit";

const THEMES = ["system", "light", "dark"] as const;

/** Appearance: name, theme, language, dock. Changes show at once. */
export function AppearanceSection() {
  const t = useT();
  const { settings, edit, error } = useEdit();
  const { name, theme, locale } = settings.appearance;
  const appear = (change: Partial<Settings["appearance"]>) =>
    edit((now) => ({ ...now, appearance: { ...now.appearance, ...change } }));
  return (
    <>
      {error && <Trouble error={error} />}
      <Card className="flex flex-col gap-5 p-4">
        <TextSetting
          label={t("settings.appearance.name")}
          hint={t("settings.appearance.name.hint")}
          value={name}
          maxLength={80}
          onCommit={(value) => appear({ name: value })}
        />
        <Field label={t("settings.purpose")} hint={t("settings.purpose.hint")}>
          {({ id }) => (
            <Select
              id={id}
              value={settings.desktop.purpose ?? "none"}
              onChange={(value) => edit((now) => ({ ...now, desktop: { ...now.desktop, purpose: value === "none" ? null : value } }))}
              options={[
                ...(settings.desktop.purpose === null ? [{ value: "none" as const, label: t("settings.purpose.none") }] : []),
                ...PURPOSES.map((value) => ({ value, label: t(`settings.purpose.${value}`) })),
              ]}
            />
          )}
        </Field>
        <Field label={t("settings.appearance.theme")}>
          {({ id }) => (
            <Select
              id={id}
              value={theme}
              onChange={(value) => appear({ theme: value })}
              options={THEMES.map((value) => ({ value, label: t(`settings.appearance.theme.${value}`) }))}
            />
          )}
        </Field>
        <Field label={t("settings.appearance.locale")}>
          {({ id }) => (
            <Select
              id={id}
              value={locale ?? "auto"}
              onChange={(value) => appear({ locale: value === "auto" ? null : value })}
              options={[
                { value: "auto", label: t("settings.appearance.locale.auto") },
                ...LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] })),
              ]}
            />
          )}
        </Field>
      </Card>
      <DockCard />
    </>
  );
}
