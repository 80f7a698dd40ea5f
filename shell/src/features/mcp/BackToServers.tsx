import { ArrowLeft } from "lucide-react";
import { Link } from "wouter";

import { useT } from "@/i18n";

/** The way back to all servers. */
export function BackToServers() {
  const t = useT();
  return (
    <Link href="/mcp-servers" className="inline-flex w-fit items-center gap-1.5 rounded-sm text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("mcp.back")}
    </Link>
  );
}
