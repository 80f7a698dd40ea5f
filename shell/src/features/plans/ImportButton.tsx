import { FileUp } from "lucide-react";
import { useRef } from "react";

import { useT } from "@/i18n";
import { Button } from "@/ui";

/** Opens files of this machine as a plan. */
export function ImportButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept=".json,.md,.xml,application/json,text/markdown,text/xml"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          onFiles(files);
        }}
      />
      <Button icon={FileUp} onClick={() => picker.current?.click()}>
        {t("plans.import")}
      </Button>
    </>
  );
}
