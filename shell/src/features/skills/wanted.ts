import type { FoundSkill, Params } from "@/api";

/** A skill that somebody wants to look at and accept, and the call that does both. */
export interface Wanted {
  readonly name: string;
  readonly capability: string;
  readonly params: Params;
}

/** A skill that lies in a folder. */
export function wantedFound(skill: FoundSkill, project: string | undefined): Wanted {
  const params: Params = { found: skill.found };
  return { name: skill.header.name ?? skill.found, capability: "skills.accept", params: project === undefined ? params : { ...params, project } };
}

/** A folder or a zip on this machine. */
export function wantedFolder(folder: string): Wanted {
  const name = folder.replace(/\/+$/, "").split("/").at(-1) ?? folder;
  return { name, capability: "skills.add", params: { folder } };
}

/** An uploaded zip. */
export function wantedArtifact(id: string, name: string): Wanted {
  return { name, capability: "skills.add", params: { artifact: id } };
}
