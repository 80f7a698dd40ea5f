import { useParams } from "wouter";

import { NewServer } from "./NewServer";
import { ServerList } from "./ServerList";
import { ServerPage } from "./ServerPage";

/** MCP servers: all of them, a new one, and each on its own page. */
export function McpScreen() {
  const { id } = useParams<{ id?: string }>();
  if (id === undefined) return <ServerList />;
  return id === "new" ? <NewServer /> : <ServerPage key={id} id={id} />;
}
