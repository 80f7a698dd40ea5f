import { useWorkflowDocument, type Workflow } from "@/api";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Skeleton } from "@/ui";
import { DocumentEditor } from "./DocumentEditor";
import { useDrawnText } from "./useDrawnText";
import { useDocument } from "./useDocument";

interface DocumentTabProps {
  readonly workflow: Workflow;
  readonly refetch: () => void;
}

/** The text of a workflow, to be read, changed and saved. */
export function DocumentTab({ workflow, refetch }: DocumentTabProps) {
  const { data, error, isPlaceholderData, refetch: again } = useWorkflowDocument(workflow);
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void again()} /> : <Skeleton className="h-80 rounded-lg" />;
  return <Written workflow={isPlaceholderData ? { ...workflow, version: workflow.version - 1 } : workflow} text={data} refetch={refetch} />;
}

/** What was drawn and not saved is the text to begin with: both show one draft. */
function Written(props: DocumentTabProps & { readonly text: string }) {
  const isReading = useDrawnText(props.workflow.id, props.workflow.version, props.text);
  return isReading ? <Skeleton className="h-80 rounded-lg" /> : <Editing {...props} />;
}

function Editing({ workflow, text, refetch }: DocumentTabProps & { readonly text: string }) {
  const t = useT();
  const edit = useDocument(workflow, text, refetch);
  return <DocumentEditor edit={edit} saveWord={t("workflows.save")} />;
}
