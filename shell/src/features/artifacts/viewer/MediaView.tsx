import { useState } from "react";

import { type Artifact, artifactUrl } from "@/api";
import { iconOf } from "@/artifacts";
import { Unshown } from "./Unshown";

/** A sound or a film, played by the browser. */
export function MediaView({ artifact }: { readonly artifact: Artifact }) {
  const [broken, setBroken] = useState(false);
  if (broken) return <Unshown artifact={artifact} />;
  const shared = {
    src: artifactUrl(artifact.id),
    controls: true,
    preload: "metadata",
    "aria-label": artifact.name,
    onError: () => setBroken(true),
  } as const;
  if (artifact.type === "video") {
    return (
      <div className="grid h-full place-items-center p-4">
        <video {...shared} playsInline className="max-h-full max-w-full rounded-md" />
      </div>
    );
  }
  const Icon = iconOf("audio");
  return (
    <div className="grid h-full place-items-center p-6">
      <figure className="flex w-full max-w-md flex-col items-center gap-5 rounded-lg border border-line bg-raised p-6 shadow-raised">
        <span className="inline-flex size-16 items-center justify-center rounded-full bg-hover text-muted">
          <Icon aria-hidden strokeWidth={1.5} className="size-7" />
        </span>
        <figcaption className="max-w-full truncate text-md font-medium">{artifact.name}</figcaption>
        <audio {...shared} className="w-full" />
      </figure>
    </div>
  );
}
