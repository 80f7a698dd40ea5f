/** Files for the person's own disk. */

/** Have what stands at an address as a file; its server says what it is called, unless a name is given. */
export function save(href: string, name = ""): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}

/** Have words as a file. */
export function saveText(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: "text/markdown;charset=utf-8" }));
  save(href, name);
  URL.revokeObjectURL(href);
}
