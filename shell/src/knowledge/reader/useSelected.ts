import { type RefObject, useEffect, useState } from "react";

/** The words somebody selected inside a box; empty of none. */
export function useSelected(box: RefObject<HTMLElement | null>): string {
  const [words, setWords] = useState("");
  useEffect(() => {
    const look = () => {
      const selection = document.getSelection();
      const inside = selection?.anchorNode && box.current?.contains(selection.anchorNode);
      setWords(inside ? selection.toString().replaceAll(/\s+/g, " ").trim() : "");
    };
    document.addEventListener("selectionchange", look);
    return () => document.removeEventListener("selectionchange", look);
  }, [box]);
  return words;
}
