import { ArrowLeft } from "lucide-react";
import { Link } from "wouter";

import { useT } from "@/i18n";

/** The way back to all entries. */
export function BackToCatalogue() {
  const t = useT();
  return (
    <Link href="/catalogue" className="inline-flex w-fit items-center gap-1.5 rounded-sm text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("catalogue.back")}
    </Link>
  );
}
