/** Which model a role uses, as a choice in a list. Pure. */

import type { ModelInfo, Role, Settings } from "@/api";
import type { Translate } from "@/i18n";
import type { SelectOption } from "@/ui";

export const AUTOMATIC = "automatic";
export const ROLES: readonly Role[] = ["general", "code", "creative", "fast"];

/** A model as one string: its provider cannot have a slash, its id may. */
export const nameOf = (provider: string, id: string): string => `${provider}/${id}`;

/** What a role can be set to: automatic, every known model, and the chosen one even if it is not there now. */
export function choicesFor(
  models: readonly ModelInfo[],
  chosen: string,
  t: Translate,
): readonly SelectOption<string>[] {
  const names = models.map((model) => nameOf(model.provider, model.id));
  if (chosen !== AUTOMATIC && !names.includes(chosen)) names.push(chosen);
  return [{ value: AUTOMATIC, label: t("settings.models.automatic") }, ...names.map((value) => ({ value, label: value }))];
}

/** The choice a role has in the settings. */
export function chosenFor(settings: Settings, role: Role): string {
  const choice = settings.roles[role];
  return choice === undefined ? AUTOMATIC : nameOf(choice.provider, choice.id);
}

/** The settings with a role's model chosen, or left to the router. */
export function withRole(settings: Settings, role: Role, choice: string): Settings {
  const { [role]: _, ...others } = settings.roles;
  if (choice === AUTOMATIC) return { ...settings, roles: others };
  const slash = choice.indexOf("/");
  return { ...settings, roles: { ...others, [role]: { provider: choice.slice(0, slash), id: choice.slice(slash + 1) } } };
}
