import { ArrowLeft, ChevronLeft, ChevronRight, Copy, Download, Info, Paperclip } from "lucide-react";
import { Link, useLocation } from "wouter";

import type { Artifact } from "@/api";
import { download, iconOf } from "@/artifacts";
import { useI18n } from "@/i18n";
import { tellTrouble } from "@/stage";
import { useComposer } from "@/state";
import { IconButton, toast, Tooltip } from "@/ui";
import { copyArtifact } from "../sharing";
import { ArtifactMenu } from "./ArtifactMenu";
import type { Neighbours } from "./neighbours";

interface ViewerBarProps {
  readonly artifact: Artifact;
  readonly around: Neighbours<Artifact>;
  readonly total: number | undefined;
  readonly back: string;
  readonly hrefOf: (artifact: Artifact) => string;
  readonly facts: { readonly shown: boolean; readonly show: (shown: boolean) => void };
  readonly onRegenerate: () => void;
  readonly onDelete: () => void;
}

/** The strip above an artifact: its name, its neighbours, and what one can do with it. */
export function ViewerBar({ artifact, around, total, back, hrefOf, facts, onRegenerate, onDelete }: ViewerBarProps) {
  const { t } = useI18n();
  const [, navigate] = useLocation();
  const Icon = iconOf(artifact.type);
  const go = (to: Artifact | undefined) => to && navigate(hrefOf(to), { replace: true });
  const copy = async () => {
    try {
      await copyArtifact(artifact);
      toast.success(t("words.copied"));
    } catch (error) {
      tellTrouble(error, t);
    }
  };
  const attach = () => {
    const { id, name, mime, size } = artifact;
    useComposer.getState().bring({ ref: `artifact:${id}`, title: name, mime, size });
  };
  return (
    <header className="flex h-11 shrink-0 items-center gap-1 border-b border-line px-2">
      <Tooltip label={t("viewer.back")} keys="Esc">
        <Link
          href={back}
          aria-label={t("viewer.back")}
          className="inline-flex size-7 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-fg"
        >
          <ArrowLeft aria-hidden className="size-4" />
        </Link>
      </Tooltip>
      <Icon aria-hidden className="ml-1 size-4 shrink-0 text-muted @max-[480px]:hidden" />
      <h1 className="ml-1 min-w-0 flex-1 truncate text-sm font-semibold" title={artifact.name}>
        {artifact.name}
      </h1>
      <nav aria-label={t("viewer.neighbours")} className="flex items-center">
        <IconButton icon={ChevronLeft} label={t("viewer.previous")} keys="←" disabled={!around.previous} onClick={() => go(around.previous)} />
        {around.place !== undefined && (
          <span className="min-w-8 text-center text-xs text-muted tabular-nums @max-[560px]:hidden">
            {total === undefined ? t("viewer.place.some", { place: around.place }) : t("viewer.place", { place: around.place, total })}
          </span>
        )}
        <IconButton icon={ChevronRight} label={t("viewer.next")} keys="→" disabled={!around.next} onClick={() => go(around.next)} />
      </nav>
      <span aria-hidden className="mx-1 h-4 w-px bg-line" />
      <IconButton icon={Paperclip} label={t("viewer.attach")} onClick={attach} />
      <IconButton icon={Copy} label={t("viewer.copy")} onClick={() => void copy()} className="@max-[480px]:hidden" />
      <IconButton icon={Download} label={t("artifacts.download")} onClick={() => download(artifact)} />
      <ArtifactMenu artifact={artifact} onCopy={() => void copy()} onRegenerate={onRegenerate} onDelete={onDelete} />
      <IconButton icon={Info} label={t("viewer.facts")} pressed={facts.shown} onClick={() => facts.show(!facts.shown)} />
    </header>
  );
}
