/** Hands a zip that came as Base64 to the browser as a download. */
export function savePackage({ filename, content }: { readonly filename: string; readonly content: string }): void {
  const bytes = Uint8Array.from(atob(content), (each) => each.charCodeAt(0));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
  link.download = filename;
  link.click();
  URL.revokeObjectURL(link.href);
}
