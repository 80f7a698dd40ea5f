import { type FormEvent, useId, useState } from "react";
import { useLocation } from "wouter";

import { isProblem, useCreateProject } from "@/api";
import { useT } from "@/i18n";
import { troubleOf } from "@/stage";
import { announce } from "@/state";
import { Button, Dialog, Field, Input, RadioGroup, Textarea } from "@/ui";

interface NewProjectDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

const FRESH = { name: "", description: "", place: "own", root: "" } as const;

interface Wish {
  readonly name: string;
  readonly description: string;
  readonly place: "own" | "existing";
  readonly root: string;
}

/** Makes a project: a name, what it is for, and where its files are. */
export function NewProjectDialog({ open, onClose }: NewProjectDialogProps) {
  const t = useT();
  const form = useId();
  const [, navigate] = useLocation();
  const create = useCreateProject();
  const [wish, setWish] = useState<Wish>(FRESH);
  const change = (edit: Partial<Wish>) => {
    create.reset();
    setWish({ ...wish, ...edit });
  };
  const close = () => {
    create.reset();
    setWish(FRESH);
    onClose();
  };
  const name = wish.name.trim();
  const root = wish.place === "existing" ? wish.root.trim() : undefined;
  const ready = name !== "" && root !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || create.isPending) return;
    create.mutate(
      { name, description: wish.description.trim(), root },
      {
        onSuccess: (project, here) => {
          announce(t("projects.created", { name: project.name }));
          setWish(FRESH);
          if (here) navigate(`/projects/${project.id}`);
        },
      },
    );
  };
  const trouble = create.error && troubleOf(create.error, t);
  const words = trouble && [trouble.message, trouble.hint].filter(Boolean).join(" ");
  const aboutFolder = wish.place === "existing" && !isProblem(create.error, "network");
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t("projects.new")}
      about={t("projects.new.about")}
      footer={
        <>
          <Button onClick={close}>{t("words.cancel")}</Button>
          <Button type="submit" form={form} tone="primary" disabled={!ready} busy={create.isPending}>
            {t("projects.create")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t("projects.name")} error={aboutFolder ? undefined : words}>
          {(ids) => (
            <Input
              {...ids}
              autoFocus
              maxLength={120}
              value={wish.name}
              placeholder={t("projects.name.example")}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label={t("projects.description")} hint={t("projects.description.hint")}>
          {(ids) => (
            <Textarea
              {...ids}
              maxLength={500}
              value={wish.description}
              className="max-h-32"
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </Field>
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="text-xs font-medium text-fg">
            {t("projects.folder")}
          </span>
          <RadioGroup
            label={t("projects.folder")}
            value={wish.place}
            onChange={(place) => change({ place })}
            options={[
              { value: "own", label: t("projects.folder.own"), detail: t("projects.folder.own.about") },
              { value: "existing", label: t("projects.folder.existing"), detail: t("projects.folder.existing.about") },
            ]}
          />
        </div>
        {wish.place === "existing" && (
          <Field label={t("projects.folder.path")} hint={t("projects.folder.path.hint")} error={aboutFolder ? words : undefined}>
            {(ids) => (
              <Input
                {...ids}
                value={wish.root}
                maxLength={4_096}
                spellCheck={false}
                aria-invalid={Boolean(words)}
                onChange={(event) => change({ root: event.target.value })}
                className="font-mono text-xs"
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}
