import { ArrowLeft } from "lucide-react";
import { Link } from "wouter";

import { useT } from "@/i18n";

/** The way back to all tools. */
export function BackToTools() {
  const t = useT();
  return (
    <Link href="/made-tools" className="inline-flex w-fit items-center gap-1.5 text-xs text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-3.5" />
      {t("tools.back")}
    </Link>
  );
}
