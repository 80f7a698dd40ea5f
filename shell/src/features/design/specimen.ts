import type { ComponentType } from "react";

import type { PlainKey } from "@/i18n";

/** A control on show. */
export interface Specimen {
  /** Its name in `ui/`, and of those that only come along with it. */
  readonly names: readonly [string, ...string[]];
  readonly Show: ComponentType;
}

export interface Group {
  readonly id: string;
  readonly titleKey: PlainKey;
  readonly specimens: readonly Specimen[];
}

/** The specimens whose name has these letters in this order; groups without any fall away. */
export function narrow(groups: readonly Group[], query: string): readonly Group[] {
  const letters = query.toLowerCase().replaceAll(/\s/g, "");
  if (letters === "") return groups;
  return groups
    .map((group) => ({ ...group, specimens: group.specimens.filter(({ names }) => names.some((name) => has(name.toLowerCase(), letters))) }))
    .filter((group) => group.specimens.length > 0);
}

function has(name: string, letters: string): boolean {
  let place = 0;
  for (const letter of name) if (letter === letters[place]) place++;
  return place === letters.length;
}
