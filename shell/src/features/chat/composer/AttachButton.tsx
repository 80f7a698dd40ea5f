import { Paperclip } from "lucide-react";
import { useRef } from "react";

import { MAX_UPLOAD } from "@/api";
import { useI18n } from "@/i18n";
import { MOST_ATTACHED } from "@/state";
import { IconButton } from "@/ui";

interface AttachButtonProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** How many things are attached already. */
  readonly full: number;
}

/** Chooses files from this device to go with the message. */
export function AttachButton({ onFiles, full }: AttachButtonProps) {
  const { t, format } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon={Paperclip}
        side="top"
        label={t("chat.attach", { limit: format.bytes(MAX_UPLOAD) })}
        disabled={full >= MOST_ATTACHED}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file can be chosen again.
          event.target.value = "";
        }}
      />
    </>
  );
}
