import { Check, Copy } from "lucide-react";

import { useT } from "@/i18n";
import { Button } from "./Button";
import { IconButton } from "./IconButton";
import { useCopy } from "./useCopy";

interface CopyButtonProps {
  /** The text, or a way to get it when it is asked for. */
  readonly text: string | (() => string | Promise<string>);
  /** What is copied; "Copy" unless given. */
  readonly label?: string;
  /** Show the label beside the icon. */
  readonly wordy?: boolean;
  readonly size?: "sm" | "md";
  readonly className?: string;
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label, wordy, size = "sm", className }: CopyButtonProps) {
  const t = useT();
  const { copied, copy } = useCopy();
  const name = copied ? t("words.copied") : (label ?? t("ui.copy"));
  const press = async () => copy(typeof text === "string" ? text : await text());
  const shared = { icon: copied ? Check : Copy, size, className, onClick: () => void press() };
  return (
    <>
      {wordy ? <Button {...shared}>{name}</Button> : <IconButton {...shared} label={name} />}
      <span role="status" className="sr-only">
        {copied ? t("words.copied") : ""}
      </span>
    </>
  );
}
