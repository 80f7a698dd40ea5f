import { type DragEvent, useRef, useState } from "react";

import { type Dropped, droppedFiles } from "./dropped";

interface DropOptions {
  readonly disabled?: boolean;
  /** Whether folders are walked; otherwise only files are meant. */
  readonly folders?: boolean;
}

/** Whether files hover over an element, and what to spread onto it. */
export function useDrop(onFiles: (files: readonly File[], isCut: boolean) => void, { disabled = false, folders = false }: DropOptions = {}) {
  // Entering a child leaves the parent: only when as many were left as entered is the pointer outside.
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const carries = (event: DragEvent) => !disabled && event.dataTransfer.types.includes("Files");
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  const give = ({ files, isCut }: Dropped) => {
    if (files.length > 0) onFiles(files, isCut);
  };
  return {
    over,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (!carries(event)) return;
        event.preventDefault();
        depth.current += 1;
        setOver(true);
      },
      onDragOver: (event: DragEvent) => {
        if (!carries(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
      },
      onDragLeave: (event: DragEvent) => {
        if (!carries(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) end();
      },
      onDrop: (event: DragEvent) => {
        if (!carries(event)) return;
        event.preventDefault();
        end();
        if (folders) void droppedFiles(event.dataTransfer).then(give);
        else give({ files: [...event.dataTransfer.files], isCut: false });
      },
    },
  };
}
