import { Link } from "wouter";

import { artifactUrl, useArtifact } from "@/api";
import { useI18n } from "@/i18n";
import { Skeleton } from "@/ui";
import { iconOf, isPicture } from "./Attachments";

/** What a turn made, as cards that lead to it. */
export function ArtifactCards({ ids }: { readonly ids: readonly string[] }) {
  const { t } = useI18n();
  return (
    <ul aria-label={t("chat.made")} className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-2">
      {ids.map((id) => (
        <li key={id}>
          <ArtifactCard id={id} />
        </li>
      ))}
    </ul>
  );
}

function ArtifactCard({ id }: { readonly id: string }) {
  const { t, format } = useI18n();
  const { data: artifact, isPending } = useArtifact(id);
  if (isPending) return <Skeleton className="h-[132px] w-full rounded-md" />;
  if (artifact === undefined || artifact.deleted) {
    return (
      <p className="grid h-[132px] place-items-center rounded-md border border-dashed border-line-strong px-3 text-center text-xs text-muted">
        {t("chat.made.gone")}
      </p>
    );
  }
  const Icon = iconOf(artifact.mime);
  return (
    <Link
      href={`/artifacts/${id}`}
      className="flex flex-col overflow-hidden rounded-md border border-line bg-raised shadow-raised transition-colors duration-100 hover:border-line-strong"
    >
      <span className="grid h-[84px] place-items-center border-b border-line bg-hover">
        {isPicture({ ref: `artifact:${id}`, mime: artifact.mime }) ? (
          <img src={artifactUrl(id)} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <Icon aria-hidden className="size-6 text-muted" strokeWidth={1.5} />
        )}
      </span>
      <span className="min-w-0 px-2.5 py-1.5">
        <span className="block truncate text-xs font-medium">{artifact.name}</span>
        <span className="block text-2xs text-muted tabular-nums">{format.bytes(artifact.size)}</span>
      </span>
    </Link>
  );
}
