/** The colours an agent can wear. Names, never values: `styles/tokens.css` has those. */

export const TINTS = [
  "indigo",
  "blue",
  "cyan",
  "teal",
  "emerald",
  "green",
  "amber",
  "red",
  "rose",
  "violet",
  "gray",
] as const;

export type Tint = (typeof TINTS)[number];

/** Classes of a soft ground with its readable ink. */
export const TINT_CLASSES: Readonly<Record<Tint, string>> = {
  indigo: "bg-tint-indigo-soft text-tint-indigo",
  blue: "bg-tint-blue-soft text-tint-blue",
  cyan: "bg-tint-cyan-soft text-tint-cyan",
  emerald: "bg-tint-emerald-soft text-tint-emerald",
  rose: "bg-tint-rose-soft text-tint-rose",
  green: "bg-tint-green-soft text-tint-green",
  amber: "bg-tint-amber-soft text-tint-amber",
  red: "bg-tint-red-soft text-tint-red",
  violet: "bg-tint-violet-soft text-tint-violet",
  teal: "bg-tint-teal-soft text-tint-teal",
  gray: "bg-tint-gray-soft text-tint-gray",
};
