import { useParams } from "wouter";

import { NewTool } from "./NewTool";
import { ToolList } from "./ToolList";
import { ToolPage } from "./ToolPage";

/** Tools made here, and each on its own page. */
export function ToolsScreen() {
  const { name } = useParams<{ name?: string }>();
  if (name === undefined) return <ToolList />;
  return name === "new" ? <NewTool /> : <ToolPage key={name} name={name} />;
}
