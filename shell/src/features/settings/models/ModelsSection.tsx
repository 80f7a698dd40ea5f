import { ArrowRight } from "lucide-react";
import { Link } from "wouter";

import type { Settings } from "@/api";
import { useT } from "@/i18n";
import { Section, Trouble } from "@/stage";
import { Card } from "@/ui";
import { TextSetting } from "../TextSetting";
import { useEdit } from "../useEdit";
import { PromptDays } from "./PromptDays";

/** Models: the way to their own screen, where pictures are made, and for how long prompts are kept. */
export function ModelsSection() {
  const t = useT();
  const { settings, edit, error } = useEdit();
  const setImage = (change: Partial<Settings["image"]>) =>
    edit((now) => ({ ...now, image: { ...now.image, ...change } }));
  return (
    <>
      <p className="text-sm text-muted">
        {t("settings.models.about")}{" "}
        <Link href="/models" className="inline-flex items-center gap-1 rounded-sm text-accent-text underline underline-offset-2">
          {t("settings.models.open")}
          <ArrowRight aria-hidden className="size-3.5" />
        </Link>
      </p>
      {error && <Trouble error={error} />}
      <Section title={t("settings.image")} about={t("settings.image.about")}>
        <Card className="grid gap-4 p-4 grid-cols-[repeat(auto-fill,minmax(220px,1fr))]">
          <TextSetting
            label={t("settings.image.address")}
            value={settings.image.base_url ?? ""}
            inputMode="url"
            maxLength={500}
            mono
            onCommit={(value) => setImage({ base_url: value || null })}
          />
          <TextSetting
            label={t("settings.image.model")}
            value={settings.image.model}
            maxLength={200}
            mono
            onCommit={(value) => setImage({ model: value })}
          />
        </Card>
      </Section>
      <PromptDays />
    </>
  );
}
