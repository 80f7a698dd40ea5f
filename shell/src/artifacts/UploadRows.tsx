import { RotateCw, TriangleAlert, X } from "lucide-react";

import { isProblem, MAX_UPLOAD } from "@/api";
import { useI18n } from "@/i18n";
import { Rows, troubleOf } from "@/stage";
import { IconButton, Progress } from "@/ui";
import { iconOf } from "./kinds";
import { type Upload, useUploads } from "./uploads";

/** Files on their way, and those that did not make it. Nothing when there are none. */
export function UploadRows() {
  const { t } = useI18n();
  const uploads = useUploads((state) => state.uploads);
  if (uploads.length === 0) return null;
  return (
    <Rows label={t("artifacts.uploads")}>
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </Rows>
  );
}

function UploadRow({ upload }: { readonly upload: Upload }) {
  const { t, format } = useI18n();
  const { retry, drop } = useUploads.getState();
  const failed = upload.status === "failed";
  const Icon = failed ? TriangleAlert : iconOf("file");
  const { name, size } = upload.file;
  const tooLarge = isProblem(upload.error, "too_large");
  const words = troubleOf(upload.error, t);
  const trouble = tooLarge
    ? t("artifacts.upload.large", { limit: format.bytes(MAX_UPLOAD) })
    : [words.message, words.hint].filter(Boolean).join(" ");
  return (
    <div role={failed ? "alert" : undefined} className="flex min-h-[38px] items-center gap-3 px-4 py-1.5 text-sm">
      <Icon aria-hidden className={failed ? "size-4 shrink-0 text-bad" : "size-4 shrink-0 text-muted"} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-fg">{name}</span>
        {failed && <span className="block text-xs text-bad-text">{trouble}</span>}
      </span>
      {!failed && <Progress value={upload.part} label={t("artifacts.upload.progress", { name })} className="max-w-32" />}
      <span className="w-16 shrink-0 text-right text-xs text-muted tabular-nums">{format.bytes(size)}</span>
      {failed && !tooLarge && <IconButton icon={RotateCw} size="sm" label={t("words.retry")} onClick={() => retry(upload.id)} />}
      <IconButton
        icon={X}
        size="sm"
        label={t(failed ? "artifacts.upload.dismiss" : "artifacts.upload.stop", { name })}
        onClick={() => drop(upload.id)}
      />
    </div>
  );
}
