import type { Approval } from "@/api";

const YES = ["approve", "execute"];
const NO = ["deny", "cancel"];

/** Whether an option lets happen what was asked about. */
export const isYes = (option: string): boolean => YES.includes(option);

/** Whether an option lets nothing happen: it can always be chosen. */
export const isNo = (option: string): boolean => NO.includes(option) || ["skip", "abort", "adjust"].includes(option);

/** The option that A (yes) or D (no) stands for, if this approval has it: never an answer with words. */
export function optionFor(key: string, { status, options }: Pick<Approval, "status" | "options">): string | undefined {
  const wished = { a: YES, d: NO }[key.toLowerCase()] ?? [];
  if (status !== "pending") return undefined;
  return wished.find((wish) => options.some(({ id, input }) => id === wish && !input));
}
