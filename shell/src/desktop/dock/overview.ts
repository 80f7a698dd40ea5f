/** What the overview shows for what is typed. Pure. */

import type { Translate } from "@/i18n";
import type { Screen, ScreenGroup } from "@/ui";
import { match } from "../palette/matching";
import { placeOf, screensByGroup } from "./pins";

export interface OverviewSection {
  /** None for what stands above the groups. */
  readonly group: ScreenGroup | null;
  readonly screens: readonly Screen[];
}

/** The screens that the words may mean, by name, by what one does there, or by their group; no words mean all. */
export function sectionsFor(words: string, screens: readonly Screen[], t: Translate): readonly OverviewSection[] {
  const isMeant = (screen: Screen) => match(words, t(screen.labelKey)) !== null || told(screen, t).some((text) => (match(words, text)?.score ?? 0) > LOOSE);
  const groups: readonly OverviewSection[] = screensByGroup(screens);
  const first = screens.filter(({ dock }) => dock === "first");
  // What always stands in the dock needs no list, but whoever looks for it finds it.
  const all = words.trim() === "" ? groups : [{ group: null, screens: first }, ...groups];
  return all.map((each) => ({ ...each, screens: each.screens.filter(isMeant) })).filter((each) => each.screens.length > 0);
}

/** Letters strewn over a sentence mean nothing. */
const LOOSE = 1;

function told(screen: Screen, t: Translate): readonly string[] {
  const place = placeOf(screen);
  return place === null ? [] : [t(place.briefKey), t(`dock.group.${place.group}`)];
}
