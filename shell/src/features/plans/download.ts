/** Files for the person's own disk. */

/** Offer each file to be kept; folders of their paths become part of their names. */
export function saveFiles(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
    link.download = path.replace(/^[./\\]+/, "").replaceAll(/[/\\]/g, "-");
    link.click();
    URL.revokeObjectURL(link.href);
  }
}
