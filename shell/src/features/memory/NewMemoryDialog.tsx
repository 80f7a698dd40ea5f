import { type FormEvent, useId, useState } from "react";

import { useCreateMemory, useProjects } from "@/api";
import { projectNameOf, useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Button, Dialog, Field, Select, Switch, Textarea } from "@/ui";
import { type Kind, OWN_KINDS } from "./memory";

interface NewMemoryDialogProps {
  readonly open: boolean;
  /** Called with the id of what was made, or with nothing. */
  readonly onClose: (made?: string) => void;
}

/** Remember something for good. */
export function NewMemoryDialog({ open, onClose }: NewMemoryDialogProps) {
  const t = useT();
  const form = useId();
  const create = useCreateMemory();
  const [words, setWords] = useState("");
  const leave = (made?: string) => {
    setWords("");
    create.reset();
    onClose(made);
  };
  return (
    <Dialog
      open={open}
      onClose={() => leave()}
      title={t("memory.new.title")}
      about={t("memory.new.about")}
      footer={
        <>
          <Button onClick={() => leave()}>{t("words.cancel")}</Button>
          <Button type="submit" form={form} tone="primary" busy={create.isPending} disabled={words.trim() === ""}>
            {t("memory.save")}
          </Button>
        </>
      }
    >
      {create.error && <Trouble error={create.error} />}
      <Form
        id={form}
        words={words}
        onWords={setWords}
        onSubmit={(more) => create.mutate({ content: words.trim(), ...more }, { onSuccess: ({ id }, here) => here && leave(id) })}
      />
    </Dialog>
  );
}

interface FormProps {
  readonly id: string;
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly onSubmit: (more: { kind: Kind; scope?: string; pinned: boolean }) => void;
}

const EVERYWHERE = "everywhere";

function Form({ id, words, onWords, onSubmit }: FormProps) {
  const t = useT();
  const { data: projects = [] } = useProjects();
  const [kind, setKind] = useState<Kind>("fact");
  const [where, setWhere] = useState(EVERYWHERE);
  const [pinned, setPinned] = useState(false);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (words.trim() === "") return;
    onSubmit({ kind, pinned, ...(where === EVERYWHERE ? {} : { scope: `project:${where}` }) });
  };
  return (
    <form id={id} onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t("memory.content")}>
        {(ids) => (
          <Textarea
            {...ids}
            autoFocus
            rows={3}
            maxLength={8_000}
            placeholder={t("memory.content.example")}
            value={words}
            onChange={(event) => onWords(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit();
            }}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("memory.kind")}>
          {(ids) => (
            <Select
              id={ids.id}
              value={kind}
              onChange={setKind}
              options={OWN_KINDS.map((value) => ({ value, label: t(`memory.kind.${value}`) }))}
            />
          )}
        </Field>
        <Field label={t("memory.where")}>
          {(ids) => (
            <Select
              id={ids.id}
              value={where}
              onChange={setWhere}
              options={[
                { value: EVERYWHERE, label: t("memory.where.everywhere") },
                ...projects.map(({ project }) => ({ value: project.id, label: projectNameOf(project, t) })),
              ]}
            />
          )}
        </Field>
      </div>
      <label className="flex items-center justify-between gap-4 text-sm">
        <span>
          <span className="block text-fg">{t("memory.pin")}</span>
          <span className="block text-xs text-muted">{t("memory.pin.about")}</span>
        </span>
        <Switch checked={pinned} label={t("memory.pin")} onChange={setPinned} />
      </label>
    </form>
  );
}
