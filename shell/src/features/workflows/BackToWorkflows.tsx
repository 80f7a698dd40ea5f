import { ArrowLeft } from "lucide-react";
import { Link } from "wouter";

import { useT } from "@/i18n";

/** The way back to all of them. */
export function BackToWorkflows() {
  const t = useT();
  return (
    <Link href="/workflows" className="inline-flex items-center gap-1.5 rounded-sm text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("workflows.back")}
    </Link>
  );
}
