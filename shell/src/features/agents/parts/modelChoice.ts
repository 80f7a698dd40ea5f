/** A choice of a model as one value of a list, and back. Pure. */

import type { Role } from "@/api";
import { modelName, splitModel } from "@/catalog";
import type { Persona } from "../persona";

export const ROLES: readonly Role[] = ["general", "code", "creative", "fast"];
export const BUILTIN = "builtin";

type Choice = Pick<Persona["model"], "role" | "provider" | "id">;

export const roleChoice = (role: string) => `role:${role}`;

export function choiceOf({ role, provider, id }: Choice): string {
  if (provider === BUILTIN) return BUILTIN;
  return provider === null ? roleChoice(role) : modelName(provider, id ?? "");
}

export function withChoice<T extends Choice>(model: T, choice: string): T {
  if (choice === BUILTIN) return { ...model, provider: BUILTIN, id: null };
  const role = ROLES.find((each) => roleChoice(each) === choice);
  return role === undefined ? { ...model, ...splitModel(choice) } : { ...model, role, provider: null, id: null };
}
