import { useEffect, useRef, useState } from "react";

import { MAX_UPLOAD, Problem, useBringSheet } from "@/api";

export interface Bringing {
  readonly file: File | null;
  /** How much has arrived, from 0 to 1; null while nothing is on its way. */
  readonly part: number | null;
  readonly error: Error | null;
  /** A file that a page may not bring. */
  readonly tooLarge: File | null;
  readonly bring: (file: File) => void;
  readonly stop: () => void;
}

/** Sends the file that is to be imported; leaving the page stops it. */
export function useBringing(onArrived: (artifact: string) => void): Bringing {
  const { mutate, isPending, error, reset } = useBringSheet();
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const [tooLarge, setTooLarge] = useState<File | null>(null);
  const control = useRef<AbortController>(null);
  useEffect(() => () => control.current?.abort(), []);
  const bring = (chosen: File) => {
    setTooLarge(chosen.size > MAX_UPLOAD ? chosen : null);
    reset();
    if (chosen.size > MAX_UPLOAD) return;
    control.current?.abort();
    control.current = new AbortController();
    setFile(chosen);
    setPart(0);
    mutate({ file: chosen, onProgress: setPart, signal: control.current.signal }, { onSuccess: ({ id }) => onArrived(id) });
  };
  // A person's own stop is no trouble.
  const trouble = error instanceof Problem ? error : null;
  return { file, part: isPending ? part : null, error: trouble, tooLarge, bring, stop: () => control.current?.abort() };
}
