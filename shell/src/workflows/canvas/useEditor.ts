import { createContext, useContext } from "react";
import { useStore } from "zustand";

import type { Editor, EditorStore } from "./editor";

export const EditorContext = createContext<EditorStore | null>(null);

/** The store of the canvas a part stands in. */
export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext);
  if (store === null) throw new Error("A part of a canvas stands in a canvas.");
  return store;
}

/** Something of the canvas a part stands in; drawn again when that changes. */
export function useEditor<T>(pick: (editor: Editor) => T): T {
  return useStore(useEditorStore(), pick);
}
