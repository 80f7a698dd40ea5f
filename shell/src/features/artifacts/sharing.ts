/** Taking an artifact elsewhere: the clipboard, another app, a link. */

import { type Artifact, readFile } from "@/api";
import { isText } from "@/artifacts";

/** Whether this browser can hand the file to another app. */
export function canShare(artifact: Artifact): boolean {
  if (typeof navigator.canShare !== "function") return false;
  return navigator.canShare({ files: [new File([], artifact.name, { type: artifact.mime })] });
}

/** Hand the file to another app. Who changes their mind there has done nothing wrong. */
export async function shareArtifact(artifact: Artifact): Promise<void> {
  const file = await readFile(artifact);
  await navigator.share({ files: [file], title: artifact.name }).catch((reason: unknown) => {
    if (!(reason instanceof DOMException && reason.name === "AbortError")) throw reason;
  });
}

/** Put an artifact on the clipboard: words as words, pictures as pictures, anything else as its link. */
export async function copyArtifact(artifact: Artifact): Promise<void> {
  if (isText(artifact.type)) {
    const words = readFile(artifact).then((file) => file.text());
    await navigator.clipboard.writeText(await words);
  } else if (artifact.type === "image") {
    // The promise goes in, so that the click still counts as the person's wish when the bytes arrive.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": readFile(artifact).then(asPng) })]);
  } else {
    await copyLink(artifact);
  }
}

/** Put the address of an artifact on the clipboard. */
export async function copyLink(artifact: Artifact): Promise<void> {
  await navigator.clipboard.writeText(`${location.origin}/artifacts/${artifact.id}`);
}

/** Clipboards take PNG and nothing else. */
async function asPng(file: File): Promise<Blob> {
  if (file.type === "image/png") return file;
  const picture = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  picture.close();
  return canvas.convertToBlob({ type: "image/png" });
}
