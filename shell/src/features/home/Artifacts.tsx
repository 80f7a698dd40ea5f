import { File, FileText, Image, type LucideIcon } from "lucide-react";

import { type Artifact, artifactUrl } from "@/api";
import { useI18n } from "@/i18n";
import { Rows, Section } from "@/stage";
import { RelativeTime } from "@/ui";

/** Results that were kept; each opens in a tab of its own. */
export function Artifacts({ artifacts }: { readonly artifacts: readonly Artifact[] }) {
  const { t, format } = useI18n();
  return (
    <Section title={t("home.artifacts")}>
      <Rows>
        {artifacts.map((artifact) => {
          const Icon = iconOf(artifact.mime);
          return (
            <a
              key={artifact.id}
              href={artifactUrl(artifact.id)}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-[38px] items-center gap-3 px-4 py-2 text-sm -outline-offset-2 hover:bg-hover"
            >
              <Icon aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate text-fg">{artifact.name}</span>
              <span className="shrink-0 text-xs text-muted tabular-nums">{format.bytes(artifact.size)}</span>
              <RelativeTime iso={artifact.created_at} className="shrink-0 text-xs text-muted" />
            </a>
          );
        })}
      </Rows>
    </Section>
  );
}

function iconOf(mime: string): LucideIcon {
  if (mime.startsWith("image/")) return Image;
  return mime.startsWith("text/") ? FileText : File;
}
