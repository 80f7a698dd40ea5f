import { useSaveSettings } from "@/api";
import { LOCALE_NAMES, LOCALES, setLocale, useI18n } from "@/i18n";
import { Select } from "@/ui";

/** The language, before anything else has to be read. */
export function LanguageChoice() {
  const { t, locale } = useI18n();
  const { mutate } = useSaveSettings();
  return (
    <div className="w-44">
      <Select
        label={t("welcome.language")}
        value={locale}
        options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
        onChange={(choice) => {
          setLocale(choice);
          mutate((settings) => ({ ...settings, appearance: { ...settings.appearance, locale: choice } }));
        }}
      />
    </div>
  );
}
