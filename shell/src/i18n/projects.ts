/** The project everybody has, in the person's language until it is renamed; others are called as they are called. */

import type { Translate } from ".";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What the first project is called before anybody renames it. */
const UNNAMED = new Set(["Home", "Início"]);

/** What a project is called. */
export function projectNameOf(project: Named, t: Translate): string {
  return project.id === "home" && UNNAMED.has(project.name) ? t("words.project.home") : project.name;
}
