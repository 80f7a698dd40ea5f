import { Brain, FileText, Plus } from "lucide-react";
import { Suspense, useState } from "react";

import { type MemoryItem, type Project, useMemories, useReadMemoryFile } from "@/api";
import { useT } from "@/i18n";
import { FileEdits } from "@/memory";
import { Filter, Rows, RowsSkeleton, Trouble } from "@/stage";
import { Button, EmptyState } from "@/ui";
import { MemoryForm } from "./MemoryForm";
import { MemoryRow } from "./MemoryRow";

type Kind = NonNullable<MemoryItem["kind"]>;
const KINDS = ["preference", "decision", "fact", "context"] as const satisfies readonly Kind[];

/** What agents remember in a project, to read, add to, correct and forget. */
export function MemoryTab({ project }: { readonly project: Project }) {
  const t = useT();
  const [adding, add] = useState(false);
  const scope = `project:${project.id}`;
  const [kind, narrow] = useState<Kind | "all">("all");
  const filter = { scope, kind: kind === "all" ? undefined : kind };
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useMemories(filter);
  const readFile = useReadMemoryFile();
  const memories = data?.pages.flatMap((page) => page.items);
  if (memories === undefined) {
    return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  }
  const button = (
    <Button icon={Plus} onClick={() => add(true)}>
      {t("projects.memory.add")}
    </Button>
  );
  return (
    <div className="flex flex-col gap-3">
      <Suspense>
        <FileEdits project={project.id} />
      </Suspense>
      {adding ? (
        <MemoryForm scope={scope} onClose={() => add(false)} />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {memories.length > 0 && button}
          <Filter<Kind | "all">
            label={t("projects.memory.kind")}
            value={kind}
            onChange={narrow}
            options={[
              { value: "all", label: t("projects.memory.kind.all") },
              ...KINDS.map((value) => ({ value, label: t(`memory.kind.${value}`) })),
            ]}
          />
          <Button tone="quiet" icon={FileText} busy={readFile.isPending} onClick={() => readFile.mutate({ project: project.id })}>
            {t("projects.memory.read")}
          </Button>
          <span role="status" className="text-xs text-muted">
            {readFile.data && t("projects.memory.read.done", { ...readFile.data })}
          </span>
        </div>
      )}
      {memories.length > 0 ? (
        <Rows label={t("projects.tab.memory")}>
          {memories.map((item) => (
            <MemoryRow key={item.id} item={item} />
          ))}
        </Rows>
      ) : (
        !adding && (
          <EmptyState
            icon={Brain}
            title={t(kind === "all" ? "projects.memory.empty" : "projects.memory.empty.kind")}
            action={button}
          >
            {t("projects.memory.empty.about")}
          </EmptyState>
        )
      )}
      {hasNextPage && (
        <Button tone="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="self-center">
          {t("words.more")}
        </Button>
      )}
    </div>
  );
}
