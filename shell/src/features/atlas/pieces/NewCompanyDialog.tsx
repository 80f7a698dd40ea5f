import { type FormEvent, useId, useState } from "react";

import { useByHand } from "@/api";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { announce } from "@/state";
import { Button, Dialog, Field, Input, Textarea } from "@/ui";

interface NewCompanyDialogProps {
  /** Called with the short id of the company that was made, or with nothing. */
  readonly onClose: (company?: string) => void;
}

/** Makes a company: a name is enough. */
export function NewCompanyDialog({ onClose }: NewCompanyDialogProps) {
  const t = useT();
  const form = useId();
  const [name, setName] = useState("");
  const [mission, setMission] = useState("");
  const [vision, setVision] = useState("");
  const { mutate, isPending, error } = useByHand();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "" || isPending) return;
    // What was left empty was not said.
    const said = Object.entries({ name, mission, vision }).flatMap(([key, words]) => (words.trim() === "" ? [] : [[key, words.trim()]]));
    mutate(
      { name: "atlas.create_company", params: Object.fromEntries(said) },
      {
        onSuccess: ({ result }, here) => {
          announce(t("atlas.new.made", { name: name.trim() }));
          if (here) onClose((result.data as { readonly id: string }).id);
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={() => onClose()}
      title={t("atlas.new.title")}
      about={t("atlas.new.about")}
      footer={
        <>
          <Button onClick={() => onClose()}>{t("words.cancel")}</Button>
          <Button type="submit" form={form} tone="primary" busy={isPending} disabled={name.trim() === ""}>
            {t("atlas.new.make")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-3">
        {error && <Trouble error={error} />}
        <Field label={t("atlas.new.name")}>{(ids) => <Input {...ids} autoFocus value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />}</Field>
        <Field label={t("atlas.new.mission")} hint={t("atlas.new.mission.hint")}>
          {(ids) => <Textarea {...ids} value={mission} rows={2} onChange={(event) => setMission(event.target.value)} />}
        </Field>
        <Field label={t("atlas.new.vision")} hint={t("atlas.new.vision.hint")}>
          {(ids) => <Textarea {...ids} value={vision} rows={2} onChange={(event) => setVision(event.target.value)} />}
        </Field>
      </form>
    </Dialog>
  );
}
