import { ChevronRight, File, FileImage, FileLock, FileText, Folder, FolderOpen, Link2, type LucideIcon } from "lucide-react";
import { Link } from "wouter";

import type { FolderEntry } from "@/api";
import { useI18n } from "@/i18n";
import { RowsSkeleton, Trouble } from "@/stage";
import { classes } from "@/ui";
import { addressOf } from "./address";
import { endingOf, isFolder, type TreeRow } from "./tree";
import { type Tree, useTree } from "./useTree";

/** Levels that are told apart by their indent: below, names would have no room left. */
const DEEPEST = 6;

interface FileTreeProps {
  readonly project: string;
  /** The path that is shown; a folder's ends with a slash. */
  readonly shown: string;
}

/** The folders and files of a project. Arrows move, open and close; Enter shows. */
export function FileTree({ project, shown }: FileTreeProps) {
  const { t } = useI18n();
  const tree = useTree(project, shown);
  if (tree.isPending) return <RowsSkeleton count={6} />;
  if (tree.error) return <Trouble error={tree.error} onRetry={tree.retry} />;
  return (
    <>
      <ul role="tree" aria-label={t("files.tree")} onKeyDown={tree.press} className="flex flex-col gap-px py-1 text-sm">
        {tree.rows.map((row) => (
          <Item key={row.entry.path} project={project} row={row} tree={tree} here={row.entry.path === shown.replace(/\/$/, "")} />
        ))}
      </ul>
      {tree.rows.length === 0 && <p className="px-3 py-2 text-sm text-muted">{t("files.folder.empty")}</p>}
      {tree.truncated && <p className="px-3 py-2 text-xs text-muted">{t("files.folder.more")}</p>}
    </>
  );
}

interface ItemProps {
  readonly project: string;
  readonly row: TreeRow;
  readonly tree: Tree;
  readonly here: boolean;
}

const PICTURES = new Set(["png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "bmp", "ico"]);
const TEXTS = new Set(["md", "txt", "rst"]);

function iconOf(entry: FolderEntry, open: boolean): LucideIcon {
  if (isFolder(entry)) return open ? FolderOpen : Folder;
  if (entry.kind === "link") return Link2;
  if (entry.secret) return FileLock;
  const ending = endingOf(entry.path) ?? "";
  return PICTURES.has(ending) ? FileImage : TEXTS.has(ending) ? FileText : File;
}

function Item({ project, row, tree, here }: ItemProps) {
  const { t } = useI18n();
  const { entry, level, open } = row;
  const folder = isFolder(entry);
  const Icon = iconOf(entry, open);
  const look = classes(
    "flex h-7 min-w-0 flex-1 items-center gap-1.5 rounded-sm pr-2 text-left -outline-offset-2",
    here ? "bg-accent-soft text-fg" : "hover:bg-hover",
    entry.derived || entry.secret ? "text-muted" : "text-fg",
  );
  const common = {
    role: "treeitem",
    "data-path": entry.path,
    "aria-level": level,
    "aria-posinset": row.place,
    "aria-setsize": row.of,
    "aria-selected": here,
    tabIndex: entry.path === tree.stop ? 0 : -1,
    className: look,
    style: { paddingLeft: 6 + Math.min(level - 1, DEEPEST) * 14 },
  } as const;
  const inside = (
    <>
      <ChevronRight
        aria-hidden
        className={classes("size-3.5 shrink-0 text-muted transition-transform duration-100", open && "rotate-90", !folder && "invisible")}
      />
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 truncate" title={entry.name}>
        {entry.name}
      </span>
      {entry.secret && <span className="sr-only">{t("files.secret.mark")}</span>}
    </>
  );
  return (
    <li role="none" className="flex px-1">
      {folder ? (
        <button {...common} type="button" aria-expanded={open} aria-busy={row.loading || undefined} onClick={() => tree.toggle(entry.path)}>
          {inside}
        </button>
      ) : (
        <Link {...common} href={addressOf(project, entry.path)}>
          {inside}
        </Link>
      )}
    </li>
  );
}
