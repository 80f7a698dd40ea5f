/** Finding projects, and editing one while others edit it too. Pure. */

import type { Project, ProjectSummary } from "@/api";
import { projectNameOf, type Translate } from "@/i18n";

/** The projects whose name or description has all these words, whatever their accents and case. */
export function withWords(all: readonly ProjectSummary[], words: string, t: Translate): readonly ProjectSummary[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return all.filter(({ project }) => {
    const text = plain(`${projectNameOf(project, t)} ${project.description}`);
    return wanted.every((word) => text.includes(word));
  });
}

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();

/** What a project says about itself, and can be changed. */
export const FIELDS = ["name", "description", "instructions", "agent"] as const;
export type FieldName = (typeof FIELDS)[number];
export type Fields = Pick<Project, FieldName>;

/** One field as it is being edited: the wish, and what stood there when it was first touched. */
export interface Touched {
  readonly wish: string | null;
  readonly before: string | null;
}

export type Draft = Readonly<Partial<Record<FieldName, Touched>>>;

/** The draft after one more edit; an edit back to what stands there is none. */
export function touched(draft: Draft, latest: Fields, field: FieldName, wish: string | null): Draft {
  const { [field]: known, ...others } = draft;
  if (wish === latest[field]) return others;
  return { ...others, [field]: { wish, before: known?.before ?? latest[field] } };
}

/** The fields as they would be saved. */
export function wished(draft: Draft, latest: Fields): Fields {
  const of = <F extends FieldName>(field: F): Fields[F] => {
    const touch = draft[field];
    return touch === undefined ? latest[field] : (touch.wish as Fields[F]);
  };
  return { name: of("name"), description: of("description"), instructions: of("instructions"), agent: of("agent") };
}

/** The edits to send: only what differs from what stands there. */
export function edits(draft: Draft, latest: Fields): Partial<Fields> {
  const next = wished(draft, latest);
  return Object.fromEntries(FIELDS.filter((field) => next[field] !== latest[field]).map((field) => [field, next[field]]));
}

/** Fields that somebody else changed while they were being edited here, to something else than is wished. */
export function contested(draft: Draft, latest: Fields): readonly FieldName[] {
  return FIELDS.filter((field) => {
    const touch = draft[field];
    return touch !== undefined && latest[field] !== touch.before && latest[field] !== touch.wish;
  });
}
