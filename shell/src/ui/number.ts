/** Numbers as people type them. Pure. */

export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
}

/** The number in a text, with a comma or a point; null when there is none. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/** The nearest number inside the limits. */
export function within(value: number, { min = -Infinity, max = Infinity }: NumberLimits): number {
  return Math.min(max, Math.max(min, value));
}

/** One step up or down, without the crumbs of binary fractions. */
export function stepped(value: number, direction: 1 | -1, limits: NumberLimits): number {
  const step = limits.step ?? 1;
  const decimals = (String(step).split(".")[1] ?? "").length;
  return within(Number((value + direction * step).toFixed(Math.max(decimals, (String(value).split(".")[1] ?? "").length))), limits);
}
