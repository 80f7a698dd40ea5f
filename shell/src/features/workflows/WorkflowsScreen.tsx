import { useParams } from "wouter";

import { NewWorkflow } from "./NewWorkflow";
import { NEW } from "./drafts";
import { TemplatesPage } from "./TemplatesPage";
import { WorkflowList } from "./WorkflowList";
import { WorkflowPage } from "./WorkflowPage";

/** Workflows: all of them, templates, a new one, or one with its steps, its text, its runs and its schedules. */
export function WorkflowsScreen() {
  const { id, tab } = useParams<{ id?: string; tab?: string }>();
  if (id === undefined) return <WorkflowList />;
  if (id === "templates") return <TemplatesPage chosen={tab} />;
  return id === NEW ? <NewWorkflow tab={tab} /> : <WorkflowPage key={id} id={id} tab={tab} />;
}
