import { Upload } from "lucide-react";
import { useRef } from "react";

import { useT } from "@/i18n";
import { Button, type ButtonTone } from "@/ui";
import { useUploads } from "./uploads";

interface UploadButtonProps {
  readonly project?: string;
  readonly tone?: ButtonTone;
}

/** Adds files of this machine. */
export function UploadButton({ project, tone = "primary" }: UploadButtonProps) {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          useUploads.getState().add([...(event.target.files ?? [])], project);
          event.target.value = "";
        }}
      />
      <Button tone={tone} icon={Upload} onClick={() => picker.current?.click()}>
        {t("artifacts.upload")}
      </Button>
    </>
  );
}
