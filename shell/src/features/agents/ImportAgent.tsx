import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { useLocation } from "wouter";

import { type ImportedAgent, useImportAgent } from "@/api";
import { useI18n } from "@/i18n";
import { Trouble } from "@/stage";
import { Button, Dialog, Field, Textarea, toast } from "@/ui";
import { RuleList } from "./parts/RuleList";
import { isChecked, sentenceOfInterrupt, sentenceOfRule } from "./rules";
import { useToolName } from "./useToolName";

/** Bring an agent from a file: first it is looked at, then it is saved. */
export function ImportAgent({ onClose }: { readonly onClose: () => void }) {
  const { t, locale } = useI18n();
  const [, go] = useLocation();
  const file = useRef<HTMLInputElement>(null);
  const [content, setContent] = useState("");
  const [filename, setFilename] = useState("");
  const [seen, setSeen] = useState<ImportedAgent | null>(null);
  const bring = useImportAgent(locale);
  const look = (text: string, name: string) => {
    setContent(text);
    setFilename(name);
    setSeen(null);
    bring.mutate({ content: text, filename: name, is_draft: true }, { onSuccess: setSeen });
  };
  const save = () =>
    bring.mutate(
      { content, filename, is_draft: false },
      {
        onSuccess: ({ agent }) => {
          toast.success(t("agents.import.done", { name: agent.name }));
          onClose();
          go(`/agents/${agent.id}`);
        },
      },
    );
  const choose = async (chosen: File | undefined) => chosen && look(await chosen.text(), chosen.name);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("agents.import.title")}
      about={t("agents.import.about")}
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          {seen === null ? (
            <Button tone="primary" disabled={content.trim() === ""} busy={bring.isPending} onClick={() => look(content, filename)}>
              {t("agents.import.look")}
            </Button>
          ) : (
            <Button tone="primary" busy={bring.isPending} onClick={save}>
              {t("agents.import.do")}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <input
          ref={file}
          type="file"
          hidden
          accept=".md,.markdown,.yaml,.yml,.json,text/markdown,application/json"
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        <Button icon={FileUp} onClick={() => file.current?.click()} className="self-start">
          {filename || t("agents.import.choose")}
        </Button>
        <Field label={t("agents.import.paste")}>
          {(ids) => (
            <Textarea
              {...ids}
              rows={6}
              maxLength={262_144}
              value={content}
              onChange={(event) => {
                setContent(event.target.value);
                setSeen(null);
              }}
              className="max-h-60 font-mono text-xs"
            />
          )}
        </Field>
        {bring.error && <Trouble error={bring.error} />}
        {seen && <Seen found={seen} />}
      </div>
    </Dialog>
  );
}

/** What an imported agent would be, and what a person should know about it. */
function Seen({ found }: { readonly found: ImportedAgent }) {
  const { t } = useI18n();
  const named = useToolName();
  const { agent, format, notes } = found;
  const items = [
    ...agent.guidelines.map((rule) => ({ sentence: sentenceOfRule(rule, t, named), checked: isChecked(rule) })),
    ...agent.interrupts.map((each) => ({ sentence: sentenceOfInterrupt(each, t, named), checked: true })),
  ];
  return (
    <section aria-live="polite" className="flex flex-col gap-3 rounded-lg bg-hover p-4">
      <h3 className="font-medium">{t("agents.import.found", { name: agent.name })}</h3>
      <p className="text-muted">
        {t(`agents.import.format.${format}`)} · {agent.tools.includes("*") ? t("agents.tools.all") : agent.tools.map(named).join(", ")}
      </p>
      {items.length > 0 && <RuleList label={t("agents.part.guidelines")} items={items} none="" />}
      {notes.length > 0 && (
        <div>
          <h4 className="text-xs font-medium text-muted">{t("agents.import.notes")}</h4>
          <ul className="mt-1 list-disc pl-5">
            {notes.map((note) => (
              <li key={note} className="break-words">
                {note}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
