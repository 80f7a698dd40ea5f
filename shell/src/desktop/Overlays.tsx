import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";

import type { ActionContext } from "@/actions";
import { useLayout } from "@/state";
import { TypedAhead } from "./TypedAhead";

/** Get the palette's code now, so that it opens at once; called when somebody reaches for it. */
export const fetchPalette = () => void import("./palette/Palette");

const Palette = lazy(() => import("./palette/Palette").then((module) => ({ default: module.Palette })));
const Overview = lazy(() => import("./dock/Overview").then((module) => ({ default: module.Overview })));
const Shortcuts = lazy(() => import("./ShortcutsDialog").then((module) => ({ default: module.ShortcutsDialog })));
const UndoDialog = lazy(() => import("@/decisions/UndoDialog").then((module) => ({ default: module.UndoDialog })));

/** What lies over the desktop when asked for. Each one's code is fetched when it is first wanted, then stays. */
export function Overlays({ context }: { readonly context: ActionContext }) {
  const { palette, overview, shortcuts, undo, showUndo } = useLayout();
  const ahead = useRef("");
  useLayoutEffect(() => {
    // Whoever holds ⌘ or Ctrl is about to press K.
    const reach = (event: KeyboardEvent) => (event.key === "Control" || event.key === "Meta") && fetchPalette();
    addEventListener("keydown", reach, { once: true });
    return () => removeEventListener("keydown", reach);
  }, []);
  return (
    <>
      <Once wanted={palette} meanwhile={palette && <TypedAhead words={ahead} />}>
        <Palette context={context} ahead={ahead} />
      </Once>
      <Once wanted={overview}>
        <Overview context={context} />
      </Once>
      <Once wanted={shortcuts}>
        <Shortcuts />
      </Once>
      <Once wanted={undo !== null}>{undo && <UndoDialog open subject={undo} onClose={() => showUndo(null)} />}</Once>
    </>
  );
}

interface OnceProps {
  readonly wanted: boolean;
  /** What stands in until the code is there. */
  readonly meanwhile?: ReactNode;
  readonly children: ReactNode;
}

function Once({ wanted, meanwhile = null, children }: OnceProps) {
  const [ever, setEver] = useState(false);
  useEffect(() => {
    if (wanted) setEver(true);
  }, [wanted]);
  return (ever || wanted) && <Suspense fallback={meanwhile}>{children}</Suspense>;
}
