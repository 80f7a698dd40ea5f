import { type Artifact, artifactUrl } from "@/api";
import { useT } from "@/i18n";
import { Unshown } from "./Unshown";

/** A document in the browser's own reader; a browser without one offers the download. */
export function PdfView({ artifact }: { readonly artifact: Artifact }) {
  const t = useT();
  if (!navigator.pdfViewerEnabled) return <Unshown artifact={artifact} />;
  return (
    <iframe
      src={`${artifactUrl(artifact.id)}#navpanes=0&view=FitH`}
      title={t("viewer.pdf", { name: artifact.name })}
      className="block size-full border-0"
    />
  );
}
