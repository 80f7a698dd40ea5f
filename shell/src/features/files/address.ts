/** What of a project is shown, as the address keeps it: a folder's path ends with a slash. Pure. */

/** Where a file or a folder of a project is shown. */
export function addressOf(project: string, path = "", view?: "history"): string {
  const query = new URLSearchParams({ ...(path === "" ? {} : { path }), ...(view === undefined ? {} : { view }) }).toString();
  return `/files/${encodeURIComponent(project)}${query === "" ? "" : `?${query}`}`;
}

export interface Shown {
  /** The file that is shown; undefined for a folder. */
  readonly file: string | undefined;
  /** The folder that is shown, or that the file stands in. */
  readonly folder: string;
  readonly view: "content" | "history";
}

/** What an address shows. */
export function shownAt(search: string): Shown {
  const query = new URLSearchParams(search);
  const path = (query.get("path") ?? "").replace(/^\/+/, "");
  const file = path === "" || path.endsWith("/") ? undefined : path;
  const folder = file === undefined ? path.replace(/\/+$/, "") : path.slice(0, Math.max(0, path.lastIndexOf("/")));
  return { file, folder, view: query.get("view") === "history" ? "history" : "content" };
}
