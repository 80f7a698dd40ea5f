import { useEffect } from "react";

import { INPUTS, placeOf } from "@/flow";
import { useEditor } from "./useEditor";

/** The Tab key always finds a node: the start, until somebody goes elsewhere. */
export function useFirstStop(): void {
  const current = useEditor((editor) => editor.current);
  const inside = useEditor((editor) => editor.inside);
  const go = useEditor((editor) => editor.go);
  useEffect(() => {
    if (current === null) go(placeOf(inside, INPUTS));
  }, [current, inside, go]);
}
