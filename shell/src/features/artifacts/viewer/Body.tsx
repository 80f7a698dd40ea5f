import type { Artifact } from "@/api";
import { ImageView } from "./ImageView";
import { MediaView } from "./MediaView";
import { PdfView } from "./PdfView";
import { TextBody } from "./TextBody";
import { Unshown } from "./Unshown";

/** An artifact, shown as what it is. */
export function Body({ artifact }: { readonly artifact: Artifact }) {
  switch (artifact.type) {
    case "image":
      return <ImageView artifact={artifact} />;
    case "text":
    case "markdown":
    case "code":
    case "diff":
    case "json":
      return <TextBody artifact={artifact} />;
    case "pdf":
      return <PdfView artifact={artifact} />;
    case "audio":
    case "video":
      return <MediaView artifact={artifact} />;
    case "file":
      return <Unshown artifact={artifact} />;
  }
}
