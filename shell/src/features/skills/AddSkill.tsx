import { Upload } from "lucide-react";
import { useId, useRef, useState } from "react";

import { uploadArtifact } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { Button, Dialog, Field, Input } from "@/ui";
import { type Wanted, wantedArtifact, wantedFolder } from "./wanted";

interface AddSkillProps {
  readonly open: boolean;
  /** Called with what is to be looked at, or with nothing. */
  readonly onClose: (wanted?: Wanted) => void;
}

/** Asks where a skill is: a folder or a zip on this machine, or one to upload. Nothing is kept by that. */
export function AddSkill({ open, onClose }: AddSkillProps) {
  const t = useT();
  const form = useId();
  const input = useRef<HTMLInputElement>(null);
  const [folder, write] = useState("");
  const [sending, send] = useState(false);
  const take = (file: File | undefined) => {
    if (file === undefined) return;
    send(true);
    void uploadArtifact(file)
      .then(
        ({ id }) => onClose(wantedArtifact(id, file.name)),
        (error: Error) => tellTrouble(error, t),
      )
      .finally(() => send(false));
  };
  return (
    <Dialog
      open={open}
      onClose={() => onClose()}
      title={t("skills.add")}
      footer={
        <>
          <Button icon={Upload} busy={sending} onClick={() => input.current?.click()}>
            {t("skills.add.zip")}
          </Button>
          <Button type="submit" form={form} tone="primary" disabled={folder.trim() === ""}>
            {t("skills.add.look")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          onClose(wantedFolder(folder.trim()));
        }}
      >
        <Field label={t("skills.add.folder")} hint={t("skills.add.folder.hint")}>
          {(ids) => <Input {...ids} className="font-mono" value={folder} onChange={(event) => write(event.target.value)} />}
        </Field>
        <input ref={input} type="file" accept=".zip,.tar,.tgz,.gz,.skill" hidden aria-label={t("skills.add.zip")} onChange={(event) => take(event.target.files?.[0])} />
      </form>
    </Dialog>
  );
}
