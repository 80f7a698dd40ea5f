import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Card } from "@/ui";
import { NumberSetting } from "../NumberSetting";
import { useEdit } from "../useEdit";

/** For how long prompts are kept as they were sent to models. */
export function PromptDays() {
  const t = useT();
  const { settings, edit } = useEdit();
  return (
    <Section title={t("settings.prompts")} about={t("settings.prompts.about")}>
      <Card className="grid gap-4 p-4 grid-cols-[repeat(auto-fill,minmax(220px,1fr))]">
        <NumberSetting
          label={t("settings.prompts.days")}
          value={settings.insights.keep_prompts_days}
          least={0}
          whole
          onCommit={(days) => edit((now) => ({ ...now, insights: { ...now.insights, keep_prompts_days: days } }))}
        />
      </Card>
    </Section>
  );
}
