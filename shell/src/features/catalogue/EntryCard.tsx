import type { CatalogueEntry } from "@/api";
import { EffectBadge } from "@/catalog";
import { useT } from "@/i18n";
import { Badge, ForeignText, LinkCard } from "@/ui";
import { STATE_TONES } from "./filters";

interface EntryCardProps {
  readonly entry: CatalogueEntry;
  /** What its kind is called. */
  readonly kind: string;
}

/** One entry: what it is, what it may do, where it is from, and whether it is here. */
export function EntryCard({ entry, kind }: EntryCardProps) {
  const t = useT();
  return (
    <LinkCard href={`/catalogue/${entry.id}`} title={<ForeignText>{entry.title}</ForeignText>}>
      <p className="text-xs text-muted">
        {kind}
        {" · "}
        {entry.is_built_in ? t("catalogue.builtin") : entry.source === "here" ? <code className="font-mono">{entry.name}</code> : t("catalogue.from", { source: entry.source })}
      </p>
      {(entry.why || entry.description) && (
        <p className="line-clamp-3 text-sm text-muted">
          <ForeignText>{entry.why || entry.description}</ForeignText>
        </p>
      )}
      <div className="mt-auto flex flex-wrap gap-1.5 pt-1">
        {!entry.is_built_in && <Badge tone={STATE_TONES[entry.state]}>{t(`catalogue.state.${entry.state}`)}</Badge>}
        {entry.effects.map((effect) => (
          <EffectBadge key={effect} effect={effect} />
        ))}
      </div>
    </LinkCard>
  );
}
