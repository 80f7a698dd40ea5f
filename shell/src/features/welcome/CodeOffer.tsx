import { Check, FolderOpen, Sparkles } from "lucide-react";
import { type FormEvent, useState } from "react";

import { type Project, useCreateProject, useSampleProject } from "@/api";
import { useI18n } from "@/i18n";
import { tellTrouble, troubleOf } from "@/stage";
import { announce } from "@/state";
import { Button, Card, Field, Input } from "@/ui";

/** A place to work on code: a folder that is there, or a small project to look around in. */
export function CodeOffer({ onProject }: { readonly onProject: (id: string) => void }) {
  const { t, locale } = useI18n();
  const [picking, pick] = useState(false);
  const [made, setMade] = useState<Project>();
  const sample = useSampleProject();
  const use = (project: Project) => {
    setMade(project);
    onProject(project.id);
    announce(t("welcome.code.ready", { name: project.name }));
  };
  const addSample = async () => {
    const { sampleProject } = await import("./sampleProject");
    sample.mutate(sampleProject(locale), { onSuccess: use, onError: (error) => tellTrouble(error, t) });
  };
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-sm font-semibold text-fg">{t("welcome.code")}</h2>
          <p className="mt-0.5 text-sm text-pretty text-muted">{t("welcome.code.about")}</p>
        </div>
        {made ? (
          <p className="flex min-w-0 items-center gap-1.5 text-sm font-medium text-ok-text">
            <Check aria-hidden className="size-4 shrink-0" />
            <span className="truncate">{made.name}</span>
          </p>
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button icon={FolderOpen} aria-expanded={picking} onClick={() => pick(!picking)}>
              {t("welcome.code.pick")}
            </Button>
            <Button icon={Sparkles} busy={sample.isPending} onClick={() => void addSample()}>
              {t("welcome.code.sample")}
            </Button>
          </div>
        )}
      </div>
      {picking && !made && <FolderForm onProject={use} />}
    </Card>
  );
}

/** The last part of a path, as a name. */
function nameIn(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}

function FolderForm({ onProject }: { readonly onProject: (project: Project) => void }) {
  const { t } = useI18n();
  const [root, setRoot] = useState("");
  const create = useCreateProject();
  const trouble = create.error && troubleOf(create.error, t);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = root.trim();
    if (wanted !== "" && !create.isPending) create.mutate({ name: nameIn(wanted), root: wanted }, { onSuccess: onProject });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <div className="min-w-56 flex-1">
        <Field
          label={t("welcome.code.path")}
          hint={t("welcome.code.path.hint")}
          error={trouble ? [trouble.message, trouble.hint].filter(Boolean).join(" ") : undefined}
        >
          {(ids) => (
            <Input {...ids} autoFocus value={root} maxLength={4_096} spellCheck={false} className="font-mono text-xs" onChange={(event) => setRoot(event.target.value)} />
          )}
        </Field>
      </div>
      <Button type="submit" busy={create.isPending} disabled={root.trim() === "" && !create.isPending} className="mb-5.5">
        {t("welcome.code.use")}
      </Button>
    </form>
  );
}
