import { useEffect, useState } from "react";

import { translate } from "@/i18n";
import { toast } from "./toast";

const SHOWN_MS = 1_600;

/** Puts text on the clipboard; `copied` is true for a moment afterwards. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => Promise<void> } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Refused, or a page without a secure address: it has to be said, or nobody knows.
      toast.error(translate("ui.copy.failed"));
    }
  };
  return { copied, copy };
}
