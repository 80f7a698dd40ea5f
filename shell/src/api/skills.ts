/** Skills: accepted ones, and folders of skills that wait for the owner. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type FoundSkill = Schemas["FoundSkill"];
export type ListedSkill = Schemas["ListedSkill"];
export type SkillDetail = Schemas["SkillDetail"];
export type SkillFinding = Schemas["SkillFinding"];
export type SkillPackage = Schemas["SkillPackage"];
export type HeldThing = Schemas["HeldThing"];
