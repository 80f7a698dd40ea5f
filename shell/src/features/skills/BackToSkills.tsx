import { ArrowLeft } from "lucide-react";
import { Link } from "wouter";

import { useT } from "@/i18n";

/** The way back to all skills. */
export function BackToSkills() {
  const t = useT();
  return (
    <Link href="/skills" className="inline-flex w-fit items-center gap-1.5 text-xs text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-3.5" />
      {t("skills.back")}
    </Link>
  );
}
