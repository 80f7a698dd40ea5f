/** Where agents live and where they are shown. Pure. */

import type { Change, ConductorProject, ConductorView, EnvironmentView, ResidentView } from "@/api";

/** An agent by its three names; those that all environments share live under `_common`. */
export interface Place {
  readonly environment: string;
  readonly project: string;
  readonly agent: string;
}

export const COMMON = "_common";

/** A resident with what is around it; an agent that all share has neither environment nor project of its own. */
export interface Resident {
  readonly agent: ResidentView;
  readonly environment: EnvironmentView | undefined;
  readonly project: ConductorProject | undefined;
}

export const isShared = ({ environment }: Pick<Place, "environment">): boolean => environment === COMMON;

/** The page of an agent. */
export function pathOf({ environment, project, id }: Pick<ResidentView, "environment" | "project" | "id">): string {
  const names = [environment === "" ? COMMON : environment, project === "" ? "_" : project, id];
  return `/conductor/agents/${names.map(encodeURIComponent).join("/")}`;
}

/** The page of a workflow file, and of one of its runs. */
export function workflowPath(file: string, run?: string): string {
  return `/conductor/workflows?${new URLSearchParams({ file, ...(run === undefined ? {} : { run }) })}`;
}

/** The agent with these names, if there is one. */
export function residentAt(view: ConductorView, place: Place): Resident | undefined {
  if (isShared(place)) {
    const agent = view.shared.find(({ id }) => id === place.agent);
    return agent && { agent, environment: undefined, project: undefined };
  }
  const environment = view.environments.find(({ name }) => name === place.environment);
  const project = environment?.projects.find(({ key }) => key === place.project);
  const agent = project?.agents.find(({ id }) => id === place.agent);
  return agent && { agent, environment, project };
}

/** Every project an agent could work in, with how careful one has to be there. */
export function spotsOf(view: ConductorView): readonly { readonly environment: string; readonly project: string; readonly isProtected: boolean }[] {
  return view.environments.flatMap(({ name, protected: isProtected, projects }) =>
    projects.filter(({ exists }) => exists).map(({ key }) => ({ environment: name, project: key, isProtected })),
  );
}

/** Whether nothing stands in this home yet: no environment, or no file that names one. */
export const isBare = ({ exists, environments, notes }: ConductorView): boolean => !exists || (environments.length === 0 && notes.length === 0);

/** Who proposed something, by the three names; an agent of another home has its home's mark before them. */
export function proposerOf({ actor }: Pick<Change, "actor">): string {
  return actor.id.replace(/^~[0-9a-f]+\//, "");
}

/** What is wrong with the home itself; what is wrong with an agent is told there. */
export function ownNotes({ environments, shared, notes }: ConductorView): ConductorView["notes"] {
  const homes = [...shared, ...environments.flatMap(({ projects }) => projects.flatMap(({ agents }) => agents))].map(({ home }) => home);
  return notes.filter(({ path }) => !homes.some((home) => path === home || path.startsWith(`${home}/`)));
}

/** Whether its manifest could not be read: then nobody knows what it may do. */
export function isUnread({ notes, scope, tools }: Pick<ResidentView, "notes" | "scope" | "tools">): boolean {
  return scope.length === 0 && tools.length === 0 && notes.some(({ severity }) => severity === "error");
}
