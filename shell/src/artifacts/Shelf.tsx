import { type FocusEvent, type KeyboardEvent, useCallback, useMemo, useRef, useState } from "react";

import type { Artifact } from "@/api";
import { useT } from "@/i18n";
import { everything, extended, NOTHING, stillThere, toggled } from "@/stage";
import { VirtualGrid } from "@/ui";
import { ArtifactTile } from "./ArtifactTile";
import { SelectionBar } from "./SelectionBar";
import { takeReturn } from "./returns";
import { useRemoval } from "./useRemoval";

interface ShelfProps {
  readonly artifacts: readonly Artifact[];
  /** Where a tile leads. */
  readonly hrefOf: (artifact: Artifact) => string;
  /** Called when the end comes in sight: there is more. */
  readonly onEnd?: () => void;
}

const NARROWEST = 156;

/** A picture of four by three with its frame, and two lines of words below it. */
const heightOf = (width: number) => Math.round((width - 2) * 0.75) + 54;

/** Artifacts to look through, open, choose and let go. Space chooses, Shift extends, ⌘A takes all, Delete deletes. */
export function Shelf({ artifacts, hrefOf, onEnd }: ShelfProps) {
  const t = useT();
  const remove = useRemoval();
  const order = useMemo(() => artifacts.map(({ id }) => id), [artifacts]);
  const [wish, setSelection] = useState(NOTHING);
  const selection = useMemo(() => stillThere(wish, order), [wish, order]);
  const chosen = artifacts.filter(({ id }) => selection.ids.has(id));
  const [begin] = useState(() => placeOf(takeReturn(), order));

  const choosing = chosen.length > 0;
  const isChoosing = useLatest(choosing);
  const extending = useRef(false);
  const latestOrder = useLatest(order);
  const choose = useCallback(
    (artifact: Artifact, range: boolean) => {
      setSelection((now) => (range ? extended(now, artifact.id, latestOrder()) : toggled(now, artifact.id)));
    },
    [latestOrder],
  );
  const clear = () => setSelection(NOTHING);
  const removeChosen = (wished: readonly Artifact[]) => {
    clear();
    void remove(wished);
  };

  const press = (event: KeyboardEvent) => {
    const mod = event.metaKey || event.ctrlKey;
    const at = artifactAt(event.target, artifacts);
    // Arrow keys are the grid's; with Shift the tile they lead to joins the choice, from the one they left.
    extending.current = event.shiftKey && event.key.startsWith("Arrow");
    if (extending.current && at) return setSelection((now) => (now.anchor === null ? toggled(now, at.id) : now));
    if (mod && event.key.toLowerCase() === "a") setSelection(everything(order));
    else if (mod || event.altKey) return;
    else if (event.key === "Escape" && choosing) clear();
    else if (event.key === "Delete" && (choosing || at)) removeChosen(choosing ? chosen : at ? [at] : []);
    else return;
    event.preventDefault();
  };
  const arrive = (event: FocusEvent) => {
    const at = extending.current ? artifactAt(event.target, artifacts) : undefined;
    if (at) setSelection((now) => extended(now, at.id, order));
  };
  return (
    <div onKeyDown={press} onFocus={arrive} data-choosing={choosing || undefined} className="group/shelf flex flex-col gap-3">
      <VirtualGrid
        items={artifacts}
        keyOf={(artifact) => artifact.id}
        minWidth={NARROWEST}
        rowHeight={heightOf}
        label={t("artifacts.list")}
        onEnd={onEnd}
        begin={begin}
      >
        {(artifact, { tabIndex }) => (
          <ArtifactTile
            artifact={artifact}
            href={hrefOf(artifact)}
            tabIndex={tabIndex}
            chosen={selection.ids.has(artifact.id)}
            isChoosing={isChoosing}
            onChoose={choose}
          />
        )}
      </VirtualGrid>
      {choosing && (
        <SelectionBar
          chosen={chosen}
          total={artifacts.length}
          onAll={() => setSelection(everything(order))}
          onDelete={() => removeChosen(chosen)}
          onClear={clear}
        />
      )}
    </div>
  );
}

/** A question that always has the same name and the answer of now. */
function useLatest<T>(value: T): () => T {
  const latest = useRef(value);
  latest.current = value;
  return useCallback(() => latest.current, []);
}

function placeOf(id: string | undefined, order: readonly string[]): number | undefined {
  const place = id === undefined ? -1 : order.indexOf(id);
  return place === -1 ? undefined : place;
}

function artifactAt(target: EventTarget | null, artifacts: readonly Artifact[]): Artifact | undefined {
  if (!(target instanceof Element)) return undefined;
  const id = target.closest<HTMLElement>("[data-artifact]")?.dataset.artifact;
  return artifacts.find((artifact) => artifact.id === id);
}
