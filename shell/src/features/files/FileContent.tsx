import { Download, FileDigit, FileLock, FileWarning, type LucideIcon } from "lucide-react";
import { useState } from "react";

import { type FileView, fileUrl } from "@/api";
import { type PlainKey, useI18n } from "@/i18n";
import { CodeBlock, EmptyState } from "@/ui";
import { endingOf, nameIn } from "./tree";

interface FileContentProps {
  readonly project: string;
  readonly file: FileView;
}

/** What stands in a file: its text, its picture, or why it is not shown. */
export function FileContent({ project, file }: FileContentProps) {
  const { t } = useI18n();
  const [broken, setBroken] = useState(false);
  switch (broken ? "binary" : file.kind) {
    case "text":
      if (!file.text) return <p className="rounded-md border border-line px-4 py-6 text-center text-sm text-muted">{t("files.empty")}</p>;
      return <CodeBlock code={file.text} title={nameIn(file.path)} language={endingOf(file.path)} numbers />;
    case "image":
      return (
        <div className="grid place-items-center rounded-md border border-line bg-canvas p-4">
          <img src={fileUrl(project, file.path)} alt={nameIn(file.path)} onError={() => setBroken(true)} className="max-h-[70vh] max-w-full object-contain" />
        </div>
      );
    case "secret":
      return <EmptyState icon={FileLock} title={t("files.secret")}>{t("files.secret.about")}</EmptyState>;
    case "large":
      return <Unshown project={project} file={file} icon={FileWarning} title="files.large" about="files.large.about" />;
    case "binary":
      return <Unshown project={project} file={file} icon={FileDigit} title="files.binary" about="files.binary.about" />;
  }
}

interface UnshownProps extends FileContentProps {
  readonly icon: LucideIcon;
  readonly title: PlainKey;
  readonly about: PlainKey;
}

function Unshown({ project, file, icon, title, about }: UnshownProps) {
  const { t, format } = useI18n();
  return (
    <EmptyState
      icon={icon}
      title={t(title)}
      action={
        <a
          href={fileUrl(project, file.path, { download: true })}
          download={nameIn(file.path)}
          className="inline-flex h-7 items-center gap-1.5 rounded-sm border border-line-strong bg-raised px-2.5 text-sm font-medium text-fg shadow-raised hover:bg-hover"
        >
          <Download aria-hidden className="size-3.5" />
          {t("files.download")}
        </a>
      }
    >
      {t(about)} {format.bytes(file.size)}
    </EmptyState>
  );
}
