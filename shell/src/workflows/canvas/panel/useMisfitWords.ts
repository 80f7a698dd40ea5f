import type { Misfit } from "@/flow";
import { useT } from "@/i18n";

const TYPES = ["string", "number", "integer", "boolean", "array", "object"] as const;

/** Why a value cannot be what is wanted, in words. */
export function useMisfitWords(): (misfit: Misfit) => string {
  const t = useT();
  const named = (type: string) => {
    const known = TYPES.find((each) => each === type);
    return known === undefined ? type : t(`canvas.type.${known}`).toLowerCase();
  };
  return ({ code, from, to, field }) => {
    const words = { from: named(from), to: named(to), field: field ?? "" };
    if (code === "type") return t(field === undefined ? "canvas.misfit.type" : "canvas.misfit.type.inside", words);
    return t(`canvas.misfit.${code}`, words);
  };
}
