/**
 * What the thing on the stage is called, for the breadcrumb and the window's title.
 *
 * `Page` names it by its title. A screen with a longer way, such as a project's artifact, calls
 * `useCrumb(artifact.name, [{ label: project.name, href: `/projects/${project.id}` }])` itself.
 */

import { useEffect } from "react";
import { create } from "zustand";

export interface Crumb {
  readonly label: string;
  readonly href: string;
}

interface Crumbs {
  /** The address that was open when the title was given: a title never outlives its address. */
  readonly path: string;
  readonly title: string;
  readonly above: readonly Crumb[];
}

const NOWHERE: Crumbs = { path: "", title: "", above: [] };
const NONE: readonly Crumb[] = [];

export const useCrumbs = create<Crumbs>(() => NOWHERE);

/** While mounted, the open address is called this. An undefined title (still loading) says nothing. */
export function useCrumb(title: string | undefined, above: readonly Crumb[] = NONE): void {
  // Rebuilt arrays of the same crumbs are the same way.
  const way = JSON.stringify(above);
  const path = location.pathname;
  useEffect(() => {
    if (title === undefined || title === "") return;
    useCrumbs.setState({ path, title, above: JSON.parse(way) as Crumb[] });
  }, [title, way, path]);
}
