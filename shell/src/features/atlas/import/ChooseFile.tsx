import { FileUp, ShieldCheck, Upload } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";

import { MAX_IMPORT } from "@/api";
import { useI18n } from "@/i18n";
import { Section, Trouble } from "@/stage";
import { useComposer } from "@/state";
import { Button, Card, DropZone, Progress, Textarea } from "@/ui";
import { isChatPlan, pasted } from "./place";
import { type Bringing, useBringing } from "./useBringing";

/** The first step: a file dropped, chosen or pasted. It is only looked at. */
export function ChooseFile({ onArrived }: { readonly onArrived: (artifact: string) => void }) {
  const { t, format } = useI18n();
  const picker = useRef<HTMLInputElement>(null);
  const bringing = useBringing(onArrived);
  const fill = useComposer((composer) => composer.fill);
  const [text, setText] = useState("");
  const { file, part, tooLarge, bring } = bringing;
  const limit = format.bytes(MAX_IMPORT);
  const paste = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    if (isChatPlan(text)) fill(text);
    else bring(pasted(text));
  };
  return (
    <div className="flex flex-col gap-6">
      {bringing.error && <Trouble error={bringing.error} onRetry={file ? () => bring(file) : undefined} />}
      {tooLarge && (
        <p role="alert" className="rounded-lg border border-line bg-bad-soft px-4 py-3 text-sm text-fg">
          {t("atlas.import.large", { name: tooLarge.name, size: format.bytes(tooLarge.size), limit })}
        </p>
      )}
      {part !== null && file ? (
        <Sending bringing={bringing} file={file} part={part} />
      ) : (
        <DropZone label={t("atlas.import.drop.here")} onFiles={([first]) => first && bring(first)}>
          <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong bg-raised px-6 py-12 text-center">
            <span className="mb-1 inline-flex size-11 items-center justify-center rounded-lg border border-line bg-panel text-muted shadow-raised">
              <Upload aria-hidden className="size-5" />
            </span>
            <p className="text-md font-medium text-fg">{t("atlas.import.drop")}</p>
            <p className="max-w-md text-sm text-muted">{t("atlas.import.drop.about", { limit })}</p>
            <input
              ref={picker}
              type="file"
              hidden
              accept=".json,.csv,.md,.txt,application/json,text/csv,text/markdown,text/plain"
              onChange={(event) => {
                const [first] = event.target.files ?? [];
                event.target.value = "";
                if (first) bring(first);
              }}
            />
            <Button tone="primary" icon={FileUp} onClick={() => picker.current?.click()} className="mt-2">
              {t("atlas.import.choose")}
            </Button>
          </div>
        </DropZone>
      )}
      <Section title={t("atlas.import.paste")}>
        <form onSubmit={paste} className="flex flex-col items-end gap-2">
          <Textarea
            aria-label={t("atlas.import.paste.label")}
            placeholder={t("atlas.import.paste.placeholder")}
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            className="max-h-64 min-h-24 w-full overflow-auto font-mono text-xs leading-[19px]"
          />
          <div className="flex w-full flex-wrap items-center justify-between gap-2">
            <p className="flex items-center gap-1.5 text-xs text-muted">
              <ShieldCheck aria-hidden className="size-3.5 shrink-0 text-ok" />
              {t("atlas.import.safe")}
            </p>
            <Button type="submit" disabled={text.trim() === "" || part !== null}>
              {t(isChatPlan(text) ? "atlas.import.paste.chat" : "atlas.import.paste.use")}
            </Button>
          </div>
        </form>
      </Section>
    </div>
  );
}

function Sending({ bringing, file, part }: { readonly bringing: Bringing; readonly file: File; readonly part: number }) {
  const { t, format } = useI18n();
  return (
    <Card className="flex flex-col gap-3 px-5 py-5">
      <div className="flex items-center gap-3 text-sm">
        <FileUp aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate text-fg">{t("atlas.import.uploading", { name: file.name })}</span>
        <span className="shrink-0 text-xs text-muted tabular-nums">{format.bytes(file.size)}</span>
        <Button size="sm" onClick={bringing.stop}>
          {t("words.cancel")}
        </Button>
      </div>
      <Progress value={part} label={t("atlas.import.uploading", { name: file.name })} />
    </Card>
  );
}
