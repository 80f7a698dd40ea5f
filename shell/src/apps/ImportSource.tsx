import { FileUp, ShieldCheck, Upload } from "lucide-react";
import { type ReactNode, useRef } from "react";

import { useI18n } from "@/i18n";
import { Trouble } from "@/stage";
import { Button, Card, DropZone, Progress } from "@/ui";
import type { FileSending } from "./useFileSending";

export interface ImportSourceWords {
  readonly title: string;
  readonly about: string;
  /** Said while a file is held over the page. */
  readonly here: string;
  readonly choose: string;
  readonly sending: (name: string) => string;
  readonly tooLarge: (values: { readonly name: string; readonly size: string; readonly limit: string }) => string;
}

interface ImportSourceProps {
  readonly sending: FileSending;
  /** Which files are offered, as `accept` of a file field. */
  readonly accept: string;
  readonly words: ImportSourceWords;
  /** What has to be chosen before, such as what kind of file it is. */
  readonly children?: ReactNode;
}

/** A file that is dropped or chosen, and how far it has been sent. */
export function ImportSource({ sending, accept, words, children }: ImportSourceProps) {
  const { format } = useI18n();
  const picker = useRef<HTMLInputElement>(null);
  const { file, part, error, tooLarge, limit, send } = sending;
  return (
    <>
      {error && <Trouble error={error} onRetry={file ? () => send(file) : undefined} />}
      {tooLarge && (
        <p role="alert" className="rounded-lg border border-line bg-bad-soft px-4 py-3 text-sm text-fg">
          {words.tooLarge({ name: tooLarge.name, size: format.bytes(tooLarge.size), limit: format.bytes(limit) })}
        </p>
      )}
      {children}
      {part !== null && file ? (
        <Sending file={file} part={part} label={words.sending(file.name)} onStop={sending.stop} />
      ) : (
        <DropZone label={words.here} onFiles={([first]) => first && send(first)}>
          <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong bg-raised px-6 py-12 text-center">
            <span className="mb-1 inline-flex size-11 items-center justify-center rounded-lg border border-line bg-panel text-muted shadow-raised">
              <Upload aria-hidden className="size-5" />
            </span>
            <p className="text-md font-medium text-fg">{words.title}</p>
            <p className="max-w-md text-sm text-pretty text-muted">{words.about}</p>
            <input
              ref={picker}
              type="file"
              hidden
              accept={accept}
              onChange={(event) => {
                const [first] = event.target.files ?? [];
                event.target.value = "";
                if (first) send(first);
              }}
            />
            <Button tone="primary" icon={FileUp} onClick={() => picker.current?.click()} className="mt-2">
              {words.choose}
            </Button>
          </div>
        </DropZone>
      )}
    </>
  );
}

interface SendingProps {
  readonly file: File;
  readonly part: number;
  readonly label: string;
  readonly onStop: () => void;
}

function Sending({ file, part, label, onStop }: SendingProps) {
  const { t, format } = useI18n();
  return (
    <Card className="flex flex-col gap-3 px-5 py-5">
      <div className="flex items-center gap-3 text-sm">
        <FileUp aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate text-fg">{label}</span>
        <span className="shrink-0 text-xs text-muted tabular-nums">{format.bytes(file.size)}</span>
        <Button size="sm" onClick={onStop}>
          {t("words.cancel")}
        </Button>
      </div>
      <Progress value={part} label={label} />
    </Card>
  );
}

/** Says that a file is only looked at for now. */
export function SafeNote({ children }: { readonly children: string }) {
  return (
    <p className="flex items-center gap-1.5 text-xs text-muted">
      <ShieldCheck aria-hidden className="size-3.5 shrink-0 text-ok" />
      {children}
    </p>
  );
}
