/** Files that were dropped; folders among them are walked. */

/** Files one drop may bring: somebody who drops a whole disk meant something else. */
export const MOST_DROPPED = 2_000;
const DEEPEST = 20;
/** Folders that programs fill, and nobody wrote. */
const UNWRITTEN = new Set(["node_modules", "__pycache__", "__MACOSX"]);

export interface Dropped {
  readonly files: readonly File[];
  /** Whether there were more than are taken. */
  readonly isCut: boolean;
}

/**
 * All files of a drop, those of its folders included. Hidden ones are left out.
 *
 * Call it while the drop is being handled: afterwards the browser has forgotten it. A file of a folder has its path in
 * `webkitRelativePath`, as with a folder that was chosen.
 */
export async function droppedFiles(carried: Pick<DataTransfer, "items" | "files">): Promise<Dropped> {
  const plain = [...carried.files];
  const entries = [...carried.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some((entry) => entry.isDirectory)) return { files: plain.slice(0, MOST_DROPPED), isCut: plain.length > MOST_DROPPED };
  const files: File[] = [];
  for (const entry of entries) await walk(entry, entry.isDirectory ? entry.name : "", 0, files);
  return { files: files.slice(0, MOST_DROPPED), isCut: files.length > MOST_DROPPED };
}

async function walk(entry: FileSystemEntry, path: string, depth: number, found: File[]): Promise<void> {
  if (found.length > MOST_DROPPED || depth > DEEPEST) return;
  if (isFile(entry)) {
    const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)));
    if (file !== null) found.push(path === "" ? file : withPath(file, path));
    return;
  }
  if (!isFolder(entry)) return;
  const reader = entry.createReader();
  for (;;) {
    // A browser gives a hundred at a time, and none at the end.
    const some = await new Promise<readonly FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) return;
    for (const each of some) {
      if (!each.name.startsWith(".") && !UNWRITTEN.has(each.name)) await walk(each, `${path}/${each.name}`, depth + 1, found);
    }
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function withPath(file: File, path: string): File {
  return Object.defineProperty(file, "webkitRelativePath", { value: path, configurable: true });
}
