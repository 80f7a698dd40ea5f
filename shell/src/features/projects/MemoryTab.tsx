import { Brain, Plus } from "lucide-react";
import { useState } from "react";

import { type Project, useMemories } from "@/api";
import { useT } from "@/i18n";
import { Rows, RowsSkeleton, Trouble } from "@/stage";
import { Button, EmptyState } from "@/ui";
import { MemoryForm } from "./MemoryForm";
import { MemoryRow } from "./MemoryRow";

/** What agents remember in a project, to read, add to, correct and forget. */
export function MemoryTab({ project }: { readonly project: Project }) {
  const t = useT();
  const [adding, add] = useState(false);
  const scope = `project:${project.id}`;
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useMemories({ scope });
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
      {adding ? <MemoryForm scope={scope} onClose={() => add(false)} /> : memories.length > 0 && <div>{button}</div>}
      {memories.length > 0 ? (
        <Rows label={t("projects.tab.memory")}>
          {memories.map((item) => (
            <MemoryRow key={item.id} item={item} />
          ))}
        </Rows>
      ) : (
        !adding && (
          <EmptyState icon={Brain} title={t("projects.memory.empty")} action={button}>
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
