import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";

import { type Conversation, useEditConversation } from "@/api";
import { useT } from "@/i18n";
import { classes, IconButton, Input, RelativeTime, toast } from "@/ui";

interface ConversationRowProps {
  readonly conversation: Conversation;
  readonly current: boolean;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

/** One conversation of the list: open it, rename it, delete it. */
export function ConversationRow({ conversation, current, onOpen, onDelete }: ConversationRowProps) {
  const t = useT();
  const [naming, name] = useState(false);
  if (naming) return <Rename conversation={conversation} onDone={() => name(false)} />;
  return (
    <li className="group relative">
      <button
        type="button"
        onClick={onOpen}
        aria-current={current || undefined}
        className={classes(
          "flex h-9 w-full items-center gap-2 rounded-md px-2.5 text-left text-sm hover:bg-hover",
          current && "bg-hover font-medium",
        )}
      >
        <span className="min-w-0 flex-1 truncate">{conversation.title || t("chat.untitled")}</span>
        <span className="text-2xs text-muted group-focus-within:invisible group-hover:invisible">
          <RelativeTime iso={conversation.updated_at} />
        </span>
      </button>
      <span className="absolute inset-y-0 right-1.5 flex items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
        <IconButton icon={Pencil} size="sm" label={t("words.rename")} onClick={() => name(true)} />
        <IconButton icon={Trash2} size="sm" label={t("words.delete")} onClick={onDelete} />
      </span>
    </li>
  );
}

function Rename({ conversation, onDone }: { readonly conversation: Conversation; readonly onDone: () => void }) {
  const t = useT();
  const edit = useEditConversation();
  const [title, setTitle] = useState(conversation.title);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const wished = title.trim();
    if (wished === "" || wished === conversation.title) return onDone();
    edit.mutate(
      { conversation, title: wished },
      { onSuccess: onDone, onError: (error) => toast.error(error.message || t("error.network")) },
    );
  };
  return (
    <li className="p-1">
      <form onSubmit={save}>
        <Input
          autoFocus
          maxLength={200}
          value={title}
          aria-label={t("chat.rename")}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTitle(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            // Only the renaming ends, not the list around it.
            event.stopPropagation();
            onDone();
          }}
        />
      </form>
    </li>
  );
}
