import { Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { useLocation } from "wouter";

import { uploadArtifact } from "@/api";
import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { Button } from "@/ui";

/** Takes a zip or a tar, dropped or chosen, and shows what it would bring before anything is taken into use. */
export function AddPlugin() {
  const t = useT();
  const [, go] = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const [artifact, setArtifact] = useState<string>();
  const [isOver, setOver] = useState(false);
  const [isSending, setSending] = useState(false);
  const send = (file: File | undefined) => {
    if (file === undefined) return;
    setSending(true);
    void uploadArtifact(file)
      .then(({ id }) => setArtifact(id), (error: Error) => tellTrouble(error, t))
      .finally(() => setSending(false));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    send(event.dataTransfer.files[0]);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(true);
  };
  return (
    <div
      onDrop={drop}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      className={`flex flex-wrap items-center justify-between gap-3 rounded-lg border border-dashed px-4 py-3 ${isOver ? "border-accent bg-hover" : "border-line-strong"}`}
    >
      <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{t("plugins.drop")}</p>
      <Button icon={Upload} disabled={isSending} onClick={() => input.current?.click()}>
        {t("plugins.add")}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,.tar,.tgz,.gz"
        hidden
        aria-label={t("plugins.add")}
        onChange={(event) => {
          send(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <HandDialog
        open={artifact !== undefined}
        capability="plugins.add"
        params={{ artifact: artifact ?? "" }}
        title={t("plugins.add.title")}
        onClose={(outcome) => {
          setArtifact(undefined);
          const name = outcome === undefined ? undefined : (outcome.data as { name?: string } | null)?.name;
          if (name !== undefined) go(`/plugins/${name}`);
        }}
      />
    </div>
  );
}
