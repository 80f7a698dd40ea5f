import { type FormEvent, useId, useState } from "react";

import { type Artifact, isProblem, useCall, useProjects } from "@/api";
import { projectNameOf, useI18n } from "@/i18n";
import { troubleOf } from "@/stage";
import { Button, Dialog, Field, Input, Select, toast } from "@/ui";
import { type Came, AskedFirst } from "../AskedFirst";

interface SaveDialogProps {
  readonly artifact: Artifact;
  readonly onClose: () => void;
}

/** Keeps an artifact as a file of a project; writing asks first, right here. */
export function SaveDialog({ artifact, onClose }: SaveDialogProps) {
  const { t, locale } = useI18n();
  const form = useId();
  const call = useCall();
  const { data: projects = [] } = useProjects();
  const [project, setProject] = useState(artifact.project);
  const [path, setPath] = useState(artifact.name);
  const [approval, setApproval] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const wished = path.trim();
  const done = () => toast.success(t("viewer.saved", { path: wished }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wished === "" || call.isPending) return;
    const params = { artifact: artifact.id, path: wished };
    call.mutate(
      { name: "core.save_artifact", params, project, locale },
      {
        onSuccess: () => {
          done();
          onClose();
        },
        onError: (error) => {
          if (isProblem(error, "approval_required")) setApproval(error.subject);
        },
      },
    );
  };
  const end = ({ run }: Came) => {
    setOver(true);
    if (run.status === "done") done();
    else if (run.error) toast.error(run.error.message, { description: run.error.hint });
  };
  const trouble = call.error && !isProblem(call.error, "approval_required") ? troubleOf(call.error, t) : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("viewer.save.title", { name: artifact.name })}
      about={t("viewer.save.about")}
      footer={
        approval === null ? (
          <>
            <Button onClick={onClose}>{t("words.cancel")}</Button>
            <Button type="submit" form={form} tone="primary" disabled={wished === ""} busy={call.isPending}>
              {t("viewer.save.action")}
            </Button>
          </>
        ) : (
          <Button tone={over ? "primary" : "plain"} onClick={onClose}>
            {t("words.close")}
          </Button>
        )
      }
    >
      {approval === null ? (
        <form id={form} onSubmit={submit} className="flex flex-col gap-3">
          <Field label={t("viewer.save.project")}>
            {({ id }) => (
              <Select
                id={id}
                value={project}
                onChange={setProject}
                options={projects.map((each) => ({ value: each.project.id, label: projectNameOf(each.project, t) }))}
              />
            )}
          </Field>
          <Field
            label={t("viewer.save.path")}
            hint={t("viewer.save.path.hint")}
            error={trouble && [trouble.message, trouble.hint].filter(Boolean).join(" ")}
          >
            {(ids) => <Input {...ids} autoFocus value={path} maxLength={400} onChange={(event) => setPath(event.target.value)} />}
          </Field>
        </form>
      ) : (
        <AskedFirst approval={approval} onEnd={end} />
      )}
    </Dialog>
  );
}
