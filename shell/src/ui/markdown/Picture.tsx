import { ImageOff } from "lucide-react";

import { useT } from "@/i18n";
import { destinationOf, hostOf, ownPicture } from "./address";

interface PictureProps {
  readonly address: string;
  readonly alt: string;
}

/** A picture we keep is shown; one from elsewhere is only named, because loading it would tell somebody. */
export function Picture({ address, alt }: PictureProps) {
  const t = useT();
  const own = ownPicture(address);
  if (own !== null) {
    return <img src={`/v1/artifacts/${own}/content`} alt={alt} loading="lazy" className="max-h-96 max-w-full rounded-md border border-line" />;
  }
  const words = (
    <>
      <ImageOff aria-hidden className="size-3 shrink-0" />
      {alt && <bdi>{alt}</bdi>}
      <bdi>{t("ui.image.remote", { host: hostOf(address) })}</bdi>
    </>
  );
  const look = "inline-flex max-w-full flex-wrap items-center gap-1 rounded-sm bg-hover px-1.5 text-xs text-muted";
  const destination = destinationOf(address);
  return destination === null ? (
    <span className={look}>{words}</span>
  ) : (
    <a href={destination.href} target="_blank" rel="noopener noreferrer" title={destination.href} className={`${look} hover:underline`}>
      {words}
    </a>
  );
}
