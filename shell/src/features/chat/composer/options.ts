/** What the pickers offer. Pure. */

import type { Agent, AgentTeam, Collection, FileName, Hit, KnowledgeDocument } from "@/api";
import { aboutOf, nameOf, type Translate } from "@/i18n";
import type { Attached } from "@/state";
import { asked, askedTeam } from "../outgoing";

export interface PickerOption {
  readonly kind: "document" | "collection" | "file" | "artifact" | "agent" | "team";
  readonly title: string;
  readonly detail: string;
  /** What lies beside the message when it is picked. */
  readonly attached: Attached;
  readonly agent?: Agent;
}

/** Documents of knowledge: a question with one is answered from it. */
export function documentOptions(documents: readonly KnowledgeDocument[]): readonly PickerOption[] {
  return documents.map(({ id, title, name, mime, size }) => ({
    kind: "document",
    title,
    detail: name === title ? "" : name,
    attached: { ref: `document:${id}`, title, mime, size },
  }));
}

/** Collections of knowledge whose name has a word that begins like this. */
export function collectionOptions(collections: readonly Collection[], words: string): readonly PickerOption[] {
  const wanted = fold(words);
  return collections
    .filter(({ name }) => ` ${fold(name)}`.includes(` ${wanted}`))
    .map(({ id, name }) => ({ kind: "collection", title: name, detail: "", attached: { ref: `collection:${id}`, title: name, mime: null, size: null } }));
}

/** Files of the project the conversation is in. */
export function fileOptions(files: readonly FileName[], project: string): readonly PickerOption[] {
  return files.map(({ path, size }) => {
    const cut = path.lastIndexOf("/");
    const title = path.slice(cut + 1);
    return {
      kind: "file",
      title,
      detail: path.slice(0, Math.max(cut, 0)),
      attached: { ref: `file:${project}/${path}`, title: path, mime: null, size },
    };
  });
}

/** Artifacts of every project; a MIME type is nothing to choose by, the name says it. */
export function artifactOptions(hits: readonly Hit[]): readonly PickerOption[] {
  return hits.map(({ ref, title }) => ({
    kind: "artifact",
    title,
    detail: "",
    attached: { ref: ref.startsWith("artifact:") ? ref : `artifact:${ref}`, title, mime: null, size: null },
  }));
}

/** Personas whose name has a word that begins like this; accents and case do not matter. */
export function agentOptions(agents: readonly Agent[], words: string, t: Translate): readonly PickerOption[] {
  const wanted = fold(words);
  return agents
    .filter((agent) => ` ${fold(`${nameOf(agent, t)} ${agent.id}`)}`.includes(` ${wanted}`))
    .map((agent) => ({
      kind: "agent",
      title: nameOf(agent, t),
      detail: aboutOf(agent, t),
      attached: asked(agent.id, nameOf(agent, t)),
      agent,
    }));
}

/** Teams whose name has a word that begins like this. */
export function teamOptions(teams: readonly AgentTeam[], words: string): readonly PickerOption[] {
  const wanted = fold(words);
  return teams
    .filter(({ id, name }) => ` ${fold(`${name} ${id}`)}`.includes(` ${wanted}`))
    .map(({ id, name, agents }) => ({ kind: "team", title: name, detail: agents.map(({ agent }) => agent).join(", "), attached: askedTeam(id, name) }));
}

function fold(words: string): string {
  return words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
