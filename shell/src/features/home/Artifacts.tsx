import { Link } from "wouter";

import type { Artifact } from "@/api";
import { Thumbnail } from "@/artifacts";
import { useI18n } from "@/i18n";
import { Section } from "@/stage";
import { RelativeTime } from "@/ui";
import { More } from "./More";

/** Results that were kept, as one sees them. */
export function Artifacts({ artifacts }: { readonly artifacts: readonly Artifact[] }) {
  const { t } = useI18n();
  return (
    <Section title={t("home.artifacts")} aside={<More href="/artifacts" words={t("home.artifacts.all")} />}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(132px,1fr))] gap-2.5">
        {artifacts.map((artifact) => (
          <li key={artifact.id} className="min-w-0">
            <Link
              href={`/artifacts/${artifact.id}`}
              className="block overflow-hidden rounded-lg border border-line bg-raised shadow-raised transition-colors duration-100 hover:border-line-strong"
            >
              <Thumbnail artifact={artifact} className="aspect-[4/3] border-b border-line" />
              <span className="flex flex-col px-2.5 py-2">
                <span className="truncate text-xs font-medium text-fg" title={artifact.name}>
                  {artifact.name}
                </span>
                <RelativeTime iso={artifact.created_at} className="truncate text-2xs text-muted" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
