import { type Models, type Role, useSaveSettings, useSettings } from "@/api";
import { nowWords } from "@/catalog";
import { useT } from "@/i18n";
import { RowsSkeleton, Section, tellTrouble, Trouble } from "@/stage";
import { Card, Select } from "@/ui";
import { choicesFor, chosenFor, ROLES, withRole } from "./roles";

/** Which model each kind of work uses now, and why; another can be chosen. */
export function RoleList({ models }: { readonly models: Models }) {
  const t = useT();
  const { data: settings, error, refetch } = useSettings();
  const { mutate } = useSaveSettings();
  const choose = (role: Role, choice: string) =>
    mutate((now) => withRole(now, role, choice), { onError: (reason) => tellTrouble(reason, t) });
  return (
    <Section title={t("models.roles")} about={t("models.roles.about")}>
      {settings === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton />
        )
      ) : (
        <Card className="divide-y divide-line">
          {ROLES.map((role) => {
            const chosen = chosenFor(settings.value, role);
            const now = models.roles.find((choice) => choice.role === role);
            return (
              <div key={role} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
                <div className="min-w-0 flex-1 basis-56">
                  <p className="text-sm text-fg">
                    <span className="font-medium">{t(`role.${role}`)}</span>
                    <span className="ml-2 text-xs text-muted">{t(`models.role.${role}.about`)}</span>
                  </p>
                  {now && <p className="text-xs text-muted">{nowWords(now, t)}</p>}
                </div>
                <Select
                  label={t("models.choose", { role: t(`role.${role}`) })}
                  value={chosen}
                  options={choicesFor(models.models, chosen, t)}
                  onChange={(choice) => choose(role, choice)}
                  className="w-56 max-sm:w-full"
                />
              </div>
            );
          })}
        </Card>
      )}
    </Section>
  );
}
