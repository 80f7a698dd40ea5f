/** What was chosen lately in the palette, the latest first. */

const REMEMBERED = "aule.recent";
const KEPT = 5;

/** The ids of recent choices. */
export function recentChoices(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(REMEMBERED) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** Remember a choice. */
export function noteChoice(id: string): void {
  const others = recentChoices().filter((other) => other !== id);
  localStorage.setItem(REMEMBERED, JSON.stringify([id, ...others].slice(0, KEPT)));
}
