import { File, SearchX } from "lucide-react";

import { useFoundFiles } from "@/api";
import { useI18n } from "@/i18n";
import { Rows, RowsSkeleton, Trouble } from "@/stage";
import { EmptyState, Row } from "@/ui";
import { addressOf } from "./address";
import { nameIn, parentOf } from "./tree";

interface FoundProps {
  readonly project: string;
  readonly words: string;
  /** Called when one of them was chosen. */
  readonly onChosen: () => void;
}

/** Files whose path holds these letters, best fit first. */
export function Found({ project, words, onChosen }: FoundProps) {
  const { t, format } = useI18n();
  const { data, error, refetch } = useFoundFiles(project, words);
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  if (data.length === 0) return <EmptyState icon={SearchX} title={t("files.found.none")} />;
  return (
    <div onClick={onChosen}>
      <Rows label={t("files.found")}>
        {data.map(({ path, size }) => (
          <Row
            key={path}
            leading={<File aria-hidden className="size-4 shrink-0 text-muted" />}
            title={nameIn(path)}
            detail={<span className="font-mono text-2xs">{parentOf(path)}</span>}
            href={addressOf(project, path)}
            trailing={format.bytes(size)}
          />
        ))}
      </Rows>
    </div>
  );
}
