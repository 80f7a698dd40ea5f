import { startTransition, useEffect, useState } from "react";

import { type Artifact, artifactUrl } from "@/api";
import { useI18n } from "@/i18n";
import { classes } from "@/ui";
import { Glimpse } from "./Glimpse";
import { iconOf, isText } from "./kinds";
import { useDuration } from "./useDuration";

interface ThumbnailProps {
  readonly artifact: Artifact;
  readonly className?: string;
}

/** A small look at an artifact: the picture, the first lines, or the sign of its type. Its name stands beside it. */
export function Thumbnail({ artifact, className }: ThumbnailProps) {
  return (
    <span aria-hidden className={classes("relative block overflow-hidden bg-canvas", className)}>
      <Inside artifact={artifact} />
    </span>
  );
}

function Inside({ artifact }: { readonly artifact: Artifact }) {
  const [broken, setBroken] = useState(false);
  const { type } = artifact;
  if (type === "image" && !broken) return <Picture artifact={artifact} onError={() => setBroken(true)} />;
  if (isText(type)) return <Glimpse artifact={artifact} />;
  if (type === "video" && !broken) return <Film artifact={artifact} onError={() => setBroken(true)} />;
  return <Sign artifact={artifact} />;
}

/** How long a frame stands still before its picture is fetched: who jumps through thousands fetches none on the way. */
const STILL = 100;

/** The picture itself, fetched once its frame stands still. */
function Picture({ artifact, onError }: { readonly artifact: Artifact; readonly onError: () => void }) {
  const [framed, setFramed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setFramed(true)), STILL);
    return () => clearTimeout(timer);
  }, []);
  if (!framed) return null;
  return (
    <img
      src={artifactUrl(artifact.id)}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={onError}
      // A drawing has an outline worth seeing whole; a photograph fills its frame.
      className={artifact.mime === "image/svg+xml" ? "size-full object-contain p-3" : "size-full object-cover"}
    />
  );
}

function Sign({ artifact }: { readonly artifact: Artifact }) {
  const { format } = useI18n();
  const duration = useDuration(artifact.type === "audio" ? artifactUrl(artifact.id) : undefined);
  const Icon = iconOf(artifact.type);
  const caption = duration === undefined ? ending(artifact.name) : format.duration(duration * 1000);
  return (
    <span className="flex size-full flex-col items-center justify-center gap-1.5 text-muted">
      <Icon strokeWidth={1.5} className="size-6" />
      {caption && <span className="text-2xs font-medium tabular-nums">{caption}</span>}
    </span>
  );
}

function Film({ artifact, onError }: { readonly artifact: Artifact; readonly onError: () => void }) {
  const { format } = useI18n();
  const [seconds, setSeconds] = useState<number>();
  return (
    <>
      <video
        src={`${artifactUrl(artifact.id)}#t=0.1`}
        preload="metadata"
        muted
        playsInline
        tabIndex={-1}
        onError={onError}
        onLoadedMetadata={(event) => setSeconds(event.currentTarget.duration)}
        className="size-full object-cover"
      />
      {seconds !== undefined && Number.isFinite(seconds) && (
        <span className="absolute right-1.5 bottom-1.5 rounded-sm bg-fg px-1 text-2xs text-panel tabular-nums">
          {format.duration(seconds * 1000)}
        </span>
      )}
    </>
  );
}

/** The ending of a file's name, in capitals: PDF, ZIP. */
function ending(name: string): string {
  const found = /\.([A-Za-z0-9]{1,5})$/.exec(name);
  return found?.[1]?.toUpperCase() ?? "";
}
