import { type Artifact, useArtifactText } from "@/api";
import { classes, Skeleton } from "@/ui";
import { firstLines } from "./lines";

/** As much as a thumbnail has room for. */
const BYTES = 1_024;

/** The first lines of a text, typeset small. */
export function Glimpse({ artifact }: { readonly artifact: Artifact }) {
  const { data } = useArtifactText(artifact, BYTES);
  if (data === undefined) {
    return (
      <span className="flex flex-col gap-1.5 p-3">
        <Skeleton className="h-1.5 w-2/3" />
        <Skeleton className="h-1.5 w-5/6" />
        <Skeleton className="h-1.5 w-1/2" />
      </span>
    );
  }
  const prose = artifact.type === "markdown" || artifact.type === "text";
  return (
    <span
      className={classes(
        "block size-full overflow-hidden bg-raised p-3 text-[9px] leading-[13px] whitespace-pre text-muted",
        prose ? "font-sans" : "font-mono",
      )}
    >
      {firstLines(data.text, artifact.type).map((line, index) => (
        <span
          key={index}
          className={classes(
            "block overflow-hidden",
            (prose || artifact.type === "json") && "break-words whitespace-pre-wrap",
            line.look === "heading" && "font-semibold text-fg",
            line.look === "added" && "bg-ok-soft text-ok-text",
            line.look === "removed" && "bg-bad-soft text-bad-text",
          )}
        >
          {line.text || " "}
        </span>
      ))}
    </span>
  );
}
