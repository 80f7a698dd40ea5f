import { ChevronDown, MessagesSquare } from "lucide-react";
import { useState } from "react";

import { type Conversation, useConversations, useDeleteConversation } from "@/api";
import { useT } from "@/i18n";
import { useComposer } from "@/state";
import { Button, Dialog, Input, Popover, toast } from "@/ui";
import { ConversationRow } from "./ConversationRow";

interface ConversationMenuProps {
  readonly title: string;
  readonly current: string | null;
}

/** The title of the conversation shown; opens the list of all. */
export function ConversationMenu({ title, current }: ConversationMenuProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [doomed, doom] = useState<Conversation | null>(null);
  return (
    <>
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={t("chat.list")}
        className="flex max-h-[min(460px,70vh)] w-80 flex-col"
        trigger={
          <button
            type="button"
            aria-label={`${t("chat.list")}: ${title}`}
            className="inline-flex h-7 min-w-0 items-center gap-2 rounded-sm px-2 text-sm font-medium hover:bg-hover data-[state=open]:bg-active"
          >
            <MessagesSquare aria-hidden className="size-4 shrink-0 text-accent-text" strokeWidth={1.75} />
            <span className="truncate">{title}</span>
            <ChevronDown aria-hidden className="size-3 shrink-0 text-muted" />
          </button>
        }
      >
        <ConversationList current={current} onDone={() => setOpen(false)} onDelete={doom} />
      </Popover>
      <DeleteDialog conversation={doomed} onClose={() => doom(null)} />
    </>
  );
}

interface ConversationListProps {
  readonly current: string | null;
  readonly onDone: () => void;
  readonly onDelete: (conversation: Conversation) => void;
}

function ConversationList({ current, onDone, onDelete }: ConversationListProps) {
  const t = useT();
  const { data } = useConversations();
  const open = useComposer((state) => state.open);
  const [words, setWords] = useState("");
  const all = data?.items ?? [];
  const wanted = words.trim().toLowerCase();
  const shown = all.filter((each) => (each.title || t("chat.untitled")).toLowerCase().includes(wanted));
  return (
    <>
      <div className="border-b border-line p-2">
        <Input
          autoFocus
          value={words}
          onChange={(event) => setWords(event.target.value)}
          placeholder={t("chat.list.search")}
          aria-label={t("chat.list.search")}
        />
      </div>
      <ul aria-label={t("chat.list")} className="min-h-0 flex-1 overflow-y-auto p-1">
        {shown.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            current={conversation.id === current}
            onOpen={() => {
              open(conversation.id);
              onDone();
            }}
            onDelete={() => onDelete(conversation)}
          />
        ))}
        {shown.length === 0 && (
          <li className="px-3 py-6 text-center text-sm text-muted">
            {t(all.length === 0 ? "chat.list.empty" : "chat.list.none")}
          </li>
        )}
      </ul>
    </>
  );
}

interface DeleteDialogProps {
  readonly conversation: Conversation | null;
  readonly onClose: () => void;
}

function DeleteDialog({ conversation, onClose }: DeleteDialogProps) {
  const t = useT();
  const remove = useDeleteConversation();
  const open = useComposer((state) => state.open);
  const shown = useComposer((state) => state.conversation);
  const confirm = () => {
    if (conversation === null) return;
    remove.mutate(conversation, {
      onSuccess: () => {
        if (shown === conversation.id) open(null);
        toast(t("chat.deleted"));
        onClose();
      },
      onError: (error) => toast.error(error.message || t("error.network")),
    });
  };
  return (
    <Dialog
      open={conversation !== null}
      onClose={onClose}
      title={t("chat.delete.title")}
      about={t("chat.delete.about")}
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button tone="danger" busy={remove.isPending} onClick={confirm}>
            {t("words.delete")}
          </Button>
        </>
      }
    >
      <p className="truncate text-sm font-medium">{conversation?.title || t("chat.untitled")}</p>
    </Dialog>
  );
}
