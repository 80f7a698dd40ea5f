import { Check } from "lucide-react";
import { type KeyboardEvent, memo, type MouseEvent } from "react";
import { Link } from "wouter";

import type { Artifact } from "@/api";
import { useI18n } from "@/i18n";
import { classes, RelativeTime } from "@/ui";
import { iconOf } from "./kinds";
import { Thumbnail } from "./Thumbnail";

interface ArtifactTileProps {
  readonly artifact: Artifact;
  readonly href: string;
  readonly tabIndex: 0 | -1;
  readonly chosen: boolean;
  /** Whether some are chosen already: then a click chooses more instead of opening. Asked, so that no other tile is drawn again. */
  readonly isChoosing: () => boolean;
  readonly onChoose: (artifact: Artifact, range: boolean) => void;
}

/** One artifact in the grid. Enter opens it, Space chooses it. */
export const ArtifactTile = memo(function ArtifactTile(props: ArtifactTileProps) {
  const { artifact, href, tabIndex, chosen, isChoosing, onChoose } = props;
  const { t, format } = useI18n();
  const Icon = iconOf(artifact.type);
  const press = (event: KeyboardEvent) => {
    if (event.key !== " ") return;
    event.preventDefault();
    onChoose(artifact, event.shiftKey);
  };
  const click = (event: MouseEvent) => {
    if (!isChoosing() && !event.shiftKey) return;
    event.preventDefault();
    onChoose(artifact, event.shiftKey);
  };
  return (
    <div
      data-artifact={artifact.id}
      className={classes(
        "group/tile relative rounded-lg border bg-raised shadow-raised transition-colors duration-100",
        chosen ? "border-accent" : "border-line hover:border-line-strong",
      )}
    >
      <Link
        href={href}
        tabIndex={tabIndex}
        aria-description={chosen ? t("artifacts.chosen") : undefined}
        onClick={click}
        onKeyDown={press}
        className="block rounded-[inherit]"
      >
        <Thumbnail artifact={artifact} className="aspect-[4/3] rounded-t-[11px] border-b border-line" />
        <span className="flex flex-col px-3 py-2">
          <span className="flex items-center gap-1.5 text-sm text-fg">
            <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
            <span className="min-w-0 truncate" title={artifact.name}>
              {artifact.name}
            </span>
          </span>
          <span className="flex justify-between gap-2 text-2xs whitespace-nowrap text-muted tabular-nums">
            <RelativeTime iso={artifact.created_at} className="truncate" />
            {format.bytes(artifact.size)}
          </span>
        </span>
      </Link>
      <button
        type="button"
        role="checkbox"
        aria-checked={chosen}
        aria-label={t("artifacts.choose", { name: artifact.name })}
        tabIndex={-1}
        onClick={(event) => onChoose(artifact, event.shiftKey)}
        className={classes(
          "absolute top-1.5 right-1.5 inline-flex size-6 items-center justify-center rounded-sm border shadow-raised transition-opacity duration-100",
          chosen ? "border-accent bg-accent text-on-accent" : "border-line-strong bg-raised text-transparent hover:text-muted",
          !chosen &&
            "opacity-0 group-focus-within/tile:opacity-100 group-hover/tile:opacity-100 group-data-choosing/shelf:opacity-100 pointer-coarse:opacity-100",
        )}
      >
        <Check aria-hidden strokeWidth={2.5} className="size-3.5" />
      </button>
    </div>
  );
});
