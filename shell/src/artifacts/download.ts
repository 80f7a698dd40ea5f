import { type Artifact, artifactUrl } from "@/api";

/** Have an artifact as a file of this machine. */
export function download(artifact: Artifact): void {
  const link = document.createElement("a");
  link.href = artifactUrl(artifact.id, { download: true });
  link.download = artifact.name;
  link.click();
}
