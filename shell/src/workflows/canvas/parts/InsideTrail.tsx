import { ChevronRight } from "lucide-react";

import { stepOf, titleOf } from "@/flow";
import { useT } from "@/i18n";
import { useEditor } from "../useEditor";

/** The way from the whole to the graph that is shown, when that is the one inside a step. */
export function InsideTrail() {
  const t = useT();
  const inside = useEditor((editor) => editor.inside);
  const draft = useEditor((editor) => editor.draft);
  const enter = useEditor((editor) => editor.enter);
  if (inside === null) return null;
  const places = inside.split("/").map((_, index, all) => all.slice(0, index + 1).join("/"));
  return (
    <nav aria-label={t("canvas.trail")} className="flex items-center gap-1 rounded-md border border-line bg-raised px-2 py-1 text-sm shadow-raised">
      <button type="button" onClick={() => enter(null)} className="rounded-sm text-accent-text hover:underline">
        {draft.title || draft.id}
      </button>
      {places.map((place, index) => (
        <span key={place} className="flex items-center gap-1">
          <ChevronRight aria-hidden className="size-3.5 text-muted" />
          <button
            type="button"
            aria-current={index === places.length - 1 ? "page" : undefined}
            onClick={() => enter(place)}
            className="rounded-sm text-fg hover:underline"
          >
            {titleOf(stepOf(draft, place) ?? { id: place, title: "" })}
          </button>
        </span>
      ))}
    </nav>
  );
}
