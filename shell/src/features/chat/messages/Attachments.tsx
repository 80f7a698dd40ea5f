import { BookOpenText, File, FileAudio, FileCode, FileImage, FileText, FileVideo, Library, type LucideIcon, Users } from "lucide-react";
import { Link } from "wouter";

import { artifactUrl } from "@/api";
import { useI18n } from "@/i18n";
import type { Attached } from "@/state";
import { Chip } from "@/ui";

/** Pictures a browser shows safely; others are named. */
const PICTURES = /^image\/(png|jpeg|gif|webp|avif)$/;

/** Whether something attached can be shown as a small picture. */
export function isPicture({ ref, mime }: Pick<Attached, "ref" | "mime">): boolean {
  return ref.startsWith("artifact:") && PICTURES.test(mime ?? "");
}

/** The sign for a kind of file. */
export function iconOf(mime: string | null): LucideIcon {
  if (mime === null) return File;
  if (mime.startsWith("image/")) return FileImage;
  if (mime.startsWith("audio/")) return FileAudio;
  if (mime.startsWith("video/")) return FileVideo;
  if (/json|xml|javascript|x-/.test(mime)) return FileCode;
  return mime.startsWith("text/") || mime === "application/pdf" ? FileText : File;
}

/** The sign for something that goes with a message. */
export function signOf({ ref, mime }: Pick<Attached, "ref" | "mime">): LucideIcon {
  if (ref.startsWith("document:")) return BookOpenText;
  if (ref.startsWith("team:")) return Users;
  return ref.startsWith("collection:") ? Library : iconOf(mime);
}

/** Where something that went with a message is shown, if it has a place of its own. */
function placeOf(ref: string): string | undefined {
  if (ref.startsWith("artifact:")) return `/artifacts/${idOf(ref)}`;
  if (ref.startsWith("document:")) return `/knowledge/d/${idOf(ref)}`;
  return ref.startsWith("collection:") ? `/knowledge/c/${idOf(ref)}` : undefined;
}

/** The id in a reference such as `artifact:art_1`. */
export function idOf(ref: string): string {
  return ref.slice(ref.indexOf(":") + 1);
}

/** What went with a message: pictures small, everything else by name. */
export function Attachments({ items }: { readonly items: readonly Attached[] }) {
  const { t, format } = useI18n();
  return (
    <ul aria-label={t("chat.attached")} className="flex max-w-[88%] flex-wrap justify-end gap-1.5">
      {items.map(({ ref, title, mime, size }) => (
        <li key={ref} className="min-w-0">
          {isPicture({ ref, mime }) ? (
            <Link href={`/artifacts/${idOf(ref)}`} title={title} className="block rounded-md">
              <img
                src={artifactUrl(idOf(ref))}
                alt={title}
                loading="lazy"
                className="size-20 rounded-md border border-line bg-hover object-cover"
              />
            </Link>
          ) : (
            <Chip
              label={title}
              icon={signOf({ ref, mime })}
              detail={size === null ? undefined : format.bytes(size)}
              href={placeOf(ref)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
