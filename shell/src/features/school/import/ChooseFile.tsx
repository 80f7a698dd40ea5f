import { FileUp, ShieldCheck, Upload } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";

import { MAX_UPLOAD, type SchoolImportKind } from "@/api";
import { useI18n } from "@/i18n";
import { Section, Trouble } from "@/stage";
import { Button, Card, DropZone, Progress, RadioGroup, Textarea } from "@/ui";
import { KINDS, pasted } from "./place";
import { useBringing } from "./useBringing";

interface ChooseFileProps {
  readonly kind: SchoolImportKind;
  readonly onKind: (kind: SchoolImportKind) => void;
  readonly onArrived: (artifact: string) => void;
}

/** The first step: what it is, and a file dropped, chosen or pasted. It is only looked at. */
export function ChooseFile({ kind, onKind, onArrived }: ChooseFileProps) {
  const { t, format } = useI18n();
  const picker = useRef<HTMLInputElement>(null);
  const { file, part, tooLarge, error, bring, stop } = useBringing(onArrived);
  const [text, setText] = useState("");
  const limit = format.bytes(MAX_UPLOAD);
  const paste = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") bring(pasted(text));
  };
  return (
    <div className="flex flex-col gap-6">
      {error && <Trouble error={error} onRetry={file ? () => bring(file) : undefined} />}
      {tooLarge && (
        <p role="alert" className="rounded-lg border border-line bg-bad-soft px-4 py-3 text-sm text-fg">
          {t("school.import.large", { name: tooLarge.name, size: format.bytes(tooLarge.size), limit })}
        </p>
      )}
      <RadioGroup label={t("school.import.what")} value={kind} onChange={onKind} options={KINDS.map((value) => ({ value, label: t(`school.import.kind.${value}`), detail: t(`school.import.kind.${value}.about`) }))} className="gap-2" />
      {part !== null && file ? (
        <Card className="flex flex-col gap-3 px-5 py-5">
          <div className="flex items-center gap-3 text-sm">
            <FileUp aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 flex-1 truncate text-fg">{t("school.import.uploading", { name: file.name })}</span>
            <Button size="sm" onClick={stop}>
              {t("words.cancel")}
            </Button>
          </div>
          <Progress value={part} label={t("school.import.uploading", { name: file.name })} />
        </Card>
      ) : (
        <DropZone label={t("school.import.drop.here")} onFiles={([first]) => first && bring(first)}>
          <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong bg-raised px-6 py-10 text-center">
            <span className="mb-1 inline-flex size-11 items-center justify-center rounded-lg border border-line bg-panel text-muted shadow-raised">
              <Upload aria-hidden className="size-5" />
            </span>
            <p className="text-md font-medium text-fg">{t("school.import.drop")}</p>
            <p className="max-w-md text-sm text-pretty text-muted">{t(`school.import.drop.${kind}`)}</p>
            <input
              ref={picker}
              type="file"
              hidden
              accept={kind === "oneroster" ? ".zip" : ".csv,.tsv,.txt,.xlsx"}
              onChange={(event) => {
                const [first] = event.target.files ?? [];
                event.target.value = "";
                if (first) bring(first);
              }}
            />
            <Button tone="primary" icon={FileUp} onClick={() => picker.current?.click()} className="mt-2">
              {t("school.import.choose")}
            </Button>
          </div>
        </DropZone>
      )}
      {kind !== "oneroster" && (
        <Section title={t("school.import.paste")}>
          <form onSubmit={paste} className="flex flex-col items-end gap-2">
            <Textarea aria-label={t("school.import.paste.label")} placeholder={t(`school.import.paste.${kind}`)} value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} className="max-h-64 min-h-24 w-full overflow-auto font-mono text-xs leading-[19px]" />
            <Button type="submit" disabled={text.trim() === "" || part !== null}>
              {t("school.import.paste.use")}
            </Button>
          </form>
        </Section>
      )}
      <p className="flex items-center gap-1.5 text-xs text-muted">
        <ShieldCheck aria-hidden className="size-3.5 shrink-0 text-ok" />
        {t("school.import.safe")}
      </p>
    </div>
  );
}
