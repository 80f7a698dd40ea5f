/** Which model a role uses, as a choice in a list. Pure. */

import type { ModelInfo, Role, Settings } from "@/api";
import { modelName, splitModel } from "@/catalog";
import type { Translate } from "@/i18n";
import type { SelectOption } from "@/ui";

export const AUTOMATIC = "automatic";
export const ROLES: readonly Role[] = ["general", "code", "creative", "fast"];

/** What a role is set to; automatic when nothing is. */
export function chosenFor(settings: Settings, role: Role): string {
  const chosen = settings.roles[role];
  return chosen ? modelName(chosen.provider, chosen.id) : AUTOMATIC;
}

/** Automatic, every model there is, and the chosen one even if it is not there now. */
export function choicesFor(models: readonly ModelInfo[], chosen: string, t: Translate): readonly SelectOption<string>[] {
  const choices = models.map(({ provider, id }) => ({ value: modelName(provider, id), label: id, detail: provider }));
  const missing = chosen !== AUTOMATIC && !choices.some(({ value }) => value === chosen);
  return [
    { value: AUTOMATIC, label: t("models.automatic") },
    ...choices,
    ...(missing ? [{ value: chosen, label: chosen }] : []),
  ];
}

/** The settings with another model for a role. */
export function withRole(settings: Settings, role: Role, choice: string): Settings {
  const { [role]: _, ...others } = settings.roles;
  if (choice === AUTOMATIC) return { ...settings, roles: others };
  return { ...settings, roles: { ...others, [role]: splitModel(choice) } };
}
