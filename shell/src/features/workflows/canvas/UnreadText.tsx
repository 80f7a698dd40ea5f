import { FileWarning } from "lucide-react";
import { Link } from "wouter";

import type { Finding } from "@/api";
import { findingOf, useT } from "@/i18n";
import { EmptyState } from "@/ui";

/** A text that cannot be drawn yet: why, and the way to it. */
export function UnreadText({ finding, href }: { readonly finding: Finding | undefined; readonly href: string }) {
  const t = useT();
  return (
    <EmptyState
      icon={FileWarning}
      title={t("canvas.unread")}
      action={
        <Link href={href} className="text-accent-text underline">
          {t("canvas.unread.action")}
        </Link>
      }
    >
      {finding && findingOf(finding, t).message}
    </EmptyState>
  );
}
