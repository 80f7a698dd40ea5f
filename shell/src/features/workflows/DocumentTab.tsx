import { useWorkflowDocument, type Workflow } from "@/api";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Skeleton } from "@/ui";
import { DocumentEditor } from "./DocumentEditor";
import { useDocument } from "./useDocument";

interface DocumentTabProps {
  readonly workflow: Workflow;
  readonly refetch: () => void;
}

/** The text of a workflow, to be read, changed and saved. */
export function DocumentTab({ workflow, refetch }: DocumentTabProps) {
  const { data, error, isPlaceholderData, refetch: again } = useWorkflowDocument(workflow);
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void again()} /> : <Skeleton className="h-80 rounded-lg" />;
  return <Editing workflow={isPlaceholderData ? { ...workflow, version: workflow.version - 1 } : workflow} text={data} refetch={refetch} />;
}

function Editing({ workflow, text, refetch }: DocumentTabProps & { readonly text: string }) {
  const t = useT();
  const edit = useDocument(workflow, text, refetch);
  return <DocumentEditor edit={edit} saveWord={t("workflows.save")} />;
}
