import { type Settings, useModels } from "@/api";
import { useT, whyOf } from "@/i18n";
import { RowsSkeleton, Section, Trouble } from "@/stage";
import { Card, Select } from "@/ui";
import { TextSetting } from "../TextSetting";
import { useEdit } from "../useEdit";
import { RecommendedModels } from "./RecommendedModels";
import { choicesFor, chosenFor, ROLES, withRole } from "./roles";

/** Models: which one each role uses, and why. */
export function ModelsSection() {
  const t = useT();
  const { data, error, refetch } = useModels();
  const { settings, edit, error: refused } = useEdit();
  const setImage = (change: Partial<Settings["image"]>) =>
    edit((now) => ({ ...now, image: { ...now.image, ...change } }));
  if (data === undefined) {
    return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  }
  return (
    <>
      <p className="text-sm text-muted">{t("settings.models.about")}</p>
      {refused && <Trouble error={refused} />}
      <Card className="divide-y divide-line">
        {ROLES.map((role) => {
          const chosen = chosenFor(settings, role);
          const now = data.roles.find((choice) => choice.role === role);
          return (
            <div key={role} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-56">
                <p className="text-sm font-medium text-fg">{t(`role.${role}`)}</p>
                {now && (
                  <p className="text-xs text-muted">
                    {now.tier === 0
                      ? t("settings.models.now", { model: t("tier.0") })
                      : `${t("settings.models.now", { model: now.model })} · ${whyOf(now, t)}`}
                  </p>
                )}
              </div>
              <div className="w-56">
                <Select
                  label={t("settings.models.choose", { role: t(`role.${role}`) })}
                  value={chosen}
                  options={choicesFor(data.models, chosen, t)}
                  onChange={(choice) => edit((before) => withRole(before, role, choice))}
                />
              </div>
            </div>
          );
        })}
      </Card>
      <RecommendedModels />
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
    </>
  );
}
