import type { Misfit } from "@/flow";
import { type Translate, useT } from "@/i18n";

const TYPES = ["string", "number", "integer", "boolean", "array", "object"] as const;

/** What a type is called; several are joined, and one without a name stays as it is written. */
export function typeWords(type: string, t: Translate): string {
  return type
    .split(" | ")
    .map((each) => TYPES.find((known) => known === each))
    .map((known, index) => (known === undefined ? (type.split(" | ")[index] ?? type) : t(`canvas.type.${known}`).toLowerCase()))
    .join(" | ");
}

/** Why a value cannot be what is wanted, in words. */
export function useMisfitWords(): (misfit: Misfit) => string {
  const t = useT();
  const named = (type: string) => typeWords(type, t);
  return ({ code, from, to, field }) => {
    const words = { from: named(from), to: named(to), field: field ?? "" };
    if (code === "type") return t(field === undefined ? "canvas.misfit.type" : "canvas.misfit.type.inside", words);
    return t(`canvas.misfit.${code}`, words);
  };
}
