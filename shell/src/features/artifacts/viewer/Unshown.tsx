import { Download } from "lucide-react";

import { type Artifact, artifactUrl } from "@/api";
import { iconOf } from "@/artifacts";
import { useI18n } from "@/i18n";
import { EmptyState } from "@/ui";

/** Something that cannot be shown here: what it is, and the way to have it. */
export function Unshown({ artifact }: { readonly artifact: Artifact }) {
  const { t, format } = useI18n();
  return (
    <div className="grid h-full place-items-center">
      <EmptyState
        icon={iconOf(artifact.type)}
        title={t("viewer.unshown")}
        action={
          <a
            href={artifactUrl(artifact.id, { download: true })}
            download={artifact.name}
            className="inline-flex h-7 items-center gap-1.5 rounded-sm border border-line-strong bg-raised px-2.5 text-sm font-medium shadow-raised hover:bg-hover"
          >
            <Download aria-hidden className="size-3.5" />
            {t("artifacts.download")}
          </a>
        }
      >
        {artifact.mime} · {format.bytes(artifact.size)}
      </EmptyState>
    </div>
  );
}
