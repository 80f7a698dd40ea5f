import { MessageSquare, Trash2 } from "lucide-react";

import { type Conversation, type Project, useConversations, useDeleteConversation, usePersonas } from "@/api";
import { nameOf, useT } from "@/i18n";
import { Rows, RowsSkeleton, tellTrouble, Trouble, useUndoToast } from "@/stage";
import { useComposer, useLayout } from "@/state";
import { Button, EmptyState, IconButton, RelativeTime, Row } from "@/ui";

/** What was talked about in a project; a click goes on with it in the chat. */
export function ConversationsTab({ project }: { readonly project: Project }) {
  const t = useT();
  const query = useConversations({ project: project.id });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const conversations = data?.pages.flatMap((page) => page.items);
  if (conversations === undefined) {
    return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  }
  if (conversations.length === 0) {
    const fill = () => {
      useComposer.getState().begin({ project: project.id, agent: project.agent ?? undefined });
      useComposer.getState().fill(t("projects.conversations.empty.ask"));
    };
    return (
      <EmptyState
        icon={MessageSquare}
        title={t("projects.conversations.empty")}
        action={<Button onClick={fill}>{t("projects.conversations.empty.action")}</Button>}
      >
        {t("projects.conversations.empty.about")}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <Rows label={t("projects.tab.conversations")}>
        {conversations.map((conversation) => (
          <ConversationRow key={conversation.id} conversation={conversation} />
        ))}
      </Rows>
      {hasNextPage && (
        <Button tone="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="self-center">
          {t("words.more")}
        </Button>
      )}
    </div>
  );
}

function ConversationRow({ conversation }: { readonly conversation: Conversation }) {
  const t = useT();
  const { data: personas } = usePersonas();
  const persona = personas?.find(({ id }) => id === conversation.agent);
  const remove = useDeleteConversation();
  const undoable = useUndoToast();
  const shown = useComposer((composer) => composer.conversation === conversation.id);
  const title = conversation.title || t("projects.conversation.untitled");
  const open = () => {
    useComposer.getState().open(conversation.id);
    useLayout.getState().showChat(true);
  };
  const forget = () =>
    remove
      .mutateAsync(conversation)
      .then((change) => undoable(t("projects.conversation.deleted", { title }), change))
      .catch((error: unknown) => tellTrouble(error, t));
  return (
    <Row
      leading={<MessageSquare aria-hidden className="size-4 shrink-0 text-muted" />}
      title={title}
      detail={persona && nameOf(persona, t)}
      onClick={open}
      selected={shown}
      trailing={
        <>
          <RelativeTime iso={conversation.updated_at} />
          <IconButton icon={Trash2} size="sm" label={t("projects.conversation.delete", { title })} onClick={() => void forget()} />
        </>
      }
    />
  );
}
