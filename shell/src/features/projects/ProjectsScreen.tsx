import { useParams } from "wouter";

import { ProjectList } from "./ProjectList";
import { ProjectPage } from "./ProjectPage";

/** Projects: all of them, or one. */
export function ProjectsScreen() {
  const { id, tab } = useParams<{ id?: string; tab?: string }>();
  return id === undefined ? <ProjectList /> : <ProjectPage key={id} id={id} tab={tab} />;
}
