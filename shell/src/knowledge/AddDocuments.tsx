import { ChevronDown, FileUp, FolderPlus, Globe, NotebookPen } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";

import type { DocumentPlace } from "@/api";
import { useT } from "@/i18n";
import { Button, type ButtonTone, DropdownMenu, type MenuItem } from "@/ui";
import { type Elsewhere, SourceDialog } from "./SourceDialog";
import { useSending } from "./sending";

interface AddDocumentsProps {
  readonly place: DocumentPlace;
  readonly tone?: ButtonTone;
}

/** Adds files of this machine, or something from elsewhere. */
export function AddDocuments({ place, tone = "primary" }: AddDocumentsProps) {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  const [elsewhere, ask] = useState<Elsewhere | null>(null);
  const [path, navigate] = useLocation();
  const isAsked = new URLSearchParams(useSearch()).has("add");
  // The action that leads here wants to choose at once.
  useEffect(() => {
    if (!isAsked) return;
    navigate(path, { replace: true });
    picker.current?.click();
  }, [isAsked, navigate, path]);
  const items: readonly MenuItem[] = [
    { id: "files", label: t("knowledge.add.files"), icon: FileUp, onSelect: () => picker.current?.click() },
    { id: "url", label: t("knowledge.add.url"), icon: Globe, onSelect: () => ask("url") },
    { id: "folder", label: t("knowledge.add.folder"), icon: FolderPlus, onSelect: () => ask("folder") },
    { id: "note", label: t("knowledge.add.note"), icon: NotebookPen, onSelect: () => ask("note") },
  ];
  return (
    <span className="inline-flex">
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          useSending.getState().add([...(event.target.files ?? [])], place);
          event.target.value = "";
        }}
      />
      <Button tone={tone} icon={FileUp} onClick={() => picker.current?.click()} className="rounded-r-none">
        {t("knowledge.add")}
      </Button>
      <DropdownMenu
        items={items}
        trigger={
          <Button tone={tone} aria-label={t("knowledge.add.more")} title={t("knowledge.add.more")} className="-ml-px rounded-l-none border-l border-l-line px-1.5">
            <ChevronDown aria-hidden className="size-3.5" />
          </Button>
        }
      />
      {elsewhere !== null && <SourceDialog source={elsewhere} place={place} onClose={() => ask(null)} />}
    </span>
  );
}
