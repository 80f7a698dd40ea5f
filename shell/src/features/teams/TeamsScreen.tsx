import { useParams } from "wouter";

import { TeamList } from "./TeamList";
import { NewTeam } from "./NewTeam";
import { TeamPage } from "./TeamPage";

/** Teams: agents that work together, and each team on its own page. */
export function TeamsScreen() {
  const { id } = useParams<{ id?: string }>();
  if (id === undefined) return <TeamList />;
  return id === "new" ? <NewTeam /> : <TeamPage key={id} id={id} />;
}
