/** The colour somebody chose for a pillar, brought near the ink of the theme so that it is seen on light and dark ground. */
export function inkOf(colour: string | null | undefined): string {
  const known = colour && /^#[0-9a-f]{6}$/i.test(colour) ? colour : "var(--muted)";
  return `color-mix(in oklab, ${known} 86%, var(--fg))`;
}
