import { MessagesSquare, SquarePen } from "lucide-react";
import { useState } from "react";

import { type Conversation, itemsOf, useConversations, useDeleteConversation, useProjects, useUndo } from "@/api";
import { projectNameOf, useT } from "@/i18n";
import { RowsSkeleton, tellTrouble, Trouble } from "@/stage";
import { useComposer } from "@/state";
import { Button, EmptyState, SearchField, Segmented, undoToast } from "@/ui";
import { ConversationRow } from "./ConversationRow";
import { byDay, byProject, type Grouping } from "./groups";

/** Every conversation: find one, open it, rename it, let it go. */
export function ConversationsTab() {
  const t = useT();
  const [words, setWords] = useState("");
  const [grouping, group] = useState<Grouping>("day");
  const begin = useComposer((state) => state.begin);
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useConversations({ words });
  const all = itemsOf(data);
  const none = !isPending && !error && all.length === 0;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-2 border-b border-line p-2.5">
        <SearchField value={words} onChange={setWords} label={t("chat.list.search")} />
        <Segmented
          label={t("chat.list.group")}
          value={grouping}
          onChange={group}
          options={[
            { value: "day", label: t("chat.list.by.day") },
            { value: "project", label: t("chat.list.by.project") },
          ]}
          className="self-start"
        />
      </div>
      <div className="relative min-h-0 flex-1 overflow-y-auto p-1.5">
        {isPending && <RowsSkeleton />}
        {error && <Trouble error={error} onRetry={() => void refetch()} />}
        {none &&
          (words.trim() === "" ? (
            <EmptyState
              icon={MessagesSquare}
              title={t("chat.list.empty")}
              action={
                <Button tone="primary" icon={SquarePen} onClick={() => begin({})}>
                  {t("chat.new")}
                </Button>
              }
            >
              {t("chat.list.example")}
            </EmptyState>
          ) : (
            <p role="status" className="px-3 py-8 text-center text-sm text-muted">
              {t("chat.list.none")}
            </p>
          ))}
        <Groups all={all} grouping={words.trim() === "" ? grouping : "found"} />
        {hasNextPage && (
          <Button tone="quiet" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="mx-auto my-2 flex">
            {t("words.more")}
          </Button>
        )}
      </div>
    </div>
  );
}

interface GroupsProps {
  readonly all: readonly Conversation[];
  /** What was found stays in the order of how well it fits. */
  readonly grouping: Grouping | "found";
}

function Groups({ all, grouping }: GroupsProps) {
  const t = useT();
  const { data: projects = [] } = useProjects();
  const projectName = (id: string) => {
    const known = projects.find(({ project }) => project.id === id)?.project;
    return known ? projectNameOf(known, t) : id;
  };
  const current = useComposer((state) => state.conversation);
  const remove = useRemove();
  const row = (conversation: Conversation) => (
    <ConversationRow
      key={conversation.id}
      conversation={conversation}
      current={conversation.id === current}
      place={grouping === "project" ? null : projectName(conversation.project)}
      onDelete={() => remove(conversation)}
    />
  );
  if (grouping === "found") return <ul aria-label={t("chat.list")}>{all.map(row)}</ul>;
  const groups =
    grouping === "day"
      ? byDay(all, Date.now()).map(({ key, items }) => ({ items, name: t(`chat.days.${key}`) }))
      : byProject(all).map(({ key, items }) => ({ items, name: projectName(key) }));
  return groups.map(({ name, items }) => (
    <section key={name} aria-label={name} className="mb-1.5">
      <h3 className="px-2.5 pt-2 pb-1 text-2xs font-medium text-muted">{name}</h3>
      <ul>{items.map(row)}</ul>
    </section>
  ));
}

/** Let a conversation go at once, with the way back in sight. */
function useRemove(): (conversation: Conversation) => void {
  const t = useT();
  const remove = useDeleteConversation();
  const undo = useUndo();
  return (conversation) => {
    const title = conversation.title || t("chat.untitled");
    remove.mutate(conversation, {
      onSuccess: (change) => {
        if (useComposer.getState().conversation === conversation.id) useComposer.getState().open(null);
        undoToast({
          message: t("chat.deleted", { title }),
          undo: () => undo.mutate({ kind: "change", id: change }, { onError: (error) => tellTrouble(error, t) }),
        });
      },
      onError: (error) => tellTrouble(error, t),
    });
  };
}
