import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";

import { type Conversation, useEditConversation } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { useComposer } from "@/state";
import { classes, IconButton, Input, RelativeTime } from "@/ui";

interface ConversationRowProps {
  readonly conversation: Conversation;
  readonly current: boolean;
  /** The project it is in, where the list does not say so. */
  readonly place: string | null;
  readonly onDelete: () => void;
}

/** One conversation of the list: open it, rename it, delete it. */
export function ConversationRow({ conversation, current, place, onDelete }: ConversationRowProps) {
  const t = useT();
  const [naming, name] = useState(false);
  const open = useComposer((state) => state.open);
  if (naming) return <Rename conversation={conversation} onDone={() => name(false)} />;
  const title = conversation.title || t("chat.untitled");
  const show = () => {
    open(conversation.id);
    useComposer.getState().focus();
  };
  return (
    <li className="group relative">
      <button
        type="button"
        onClick={show}
        aria-current={current || undefined}
        className={classes(
          "flex w-full flex-col rounded-md px-2.5 py-1.5 text-left hover:bg-hover",
          current && "bg-hover",
        )}
      >
        <span className={classes("w-full truncate text-sm group-focus-within:pr-14 group-hover:pr-14 pointer-coarse:pr-14", current && "font-medium")}>
          {title}
        </span>
        <span className="flex w-full gap-1 truncate text-2xs text-muted">
          <RelativeTime iso={conversation.updated_at} />
          {place !== null && <span className="truncate">· {place}</span>}
        </span>
      </button>
      <span className="absolute inset-y-0 right-1.5 flex items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <IconButton icon={Pencil} size="sm" label={t("chat.list.rename", { title })} onClick={() => name(true)} />
        <IconButton icon={Trash2} size="sm" label={t("chat.list.delete", { title })} onClick={onDelete} />
      </span>
    </li>
  );
}

function Rename({ conversation, onDone }: { readonly conversation: Conversation; readonly onDone: () => void }) {
  const t = useT();
  const edit = useEditConversation();
  const [title, setTitle] = useState(conversation.title);
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    const wished = title.trim();
    onDone();
    if (wished === "" || wished === conversation.title) return;
    edit.mutate({ conversation, title: wished }, { onError: (error) => tellTrouble(error, t) });
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
          onBlur={() => save()}
          onChange={(event) => setTitle(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            // Only the renaming ends, not the sheet around it.
            event.preventDefault();
            event.stopPropagation();
            onDone();
          }}
        />
      </form>
    </li>
  );
}
