import { type KnowledgeDocument, type RunDetail, useRun } from "@/api";
import { useT } from "@/i18n";
import { useRunEvents } from "@/runs";
import { Progress, Spinner } from "@/ui";
import { progressOf } from "./progress";

/** How far the reading of a document is, live. */
export function ReadingProgress({ document }: { readonly document: KnowledgeDocument }) {
  const t = useT();
  if (document.run === null) return <Told words={t("knowledge.reading.queued")} name={document.title} />;
  return <OfRun document={document} run={document.run} />;
}

function OfRun({ document, run }: { readonly document: KnowledgeDocument; readonly run: string }) {
  const t = useT();
  const { data } = useRun(run);
  if (data === undefined) return <Told words={t("knowledge.state.waiting")} name={document.title} />;
  return <Live document={document} detail={data} />;
}

function Live({ document, detail }: { readonly document: KnowledgeDocument; readonly detail: RunDetail }) {
  const t = useT();
  const progress = progressOf(useRunEvents(detail), document.id);
  // The name stands above it: there is little room.
  const words = progress?.message.replace(`${document.name}: `, "");
  return <Told words={words || t("knowledge.state.waiting")} name={document.title} fraction={progress?.fraction ?? undefined} />;
}

function Told({ words, name, fraction }: { readonly words: string; readonly name: string; readonly fraction?: number }) {
  const t = useT();
  return (
    <span className="flex flex-col gap-1.5 text-2xs text-run-text">
      <span className="flex min-w-0 items-center gap-1.5">
        <Spinner className="size-3 shrink-0" />
        <span className="min-w-0 truncate">{words}</span>
      </span>
      <Progress value={fraction} label={t("knowledge.reading", { name })} />
    </span>
  );
}
