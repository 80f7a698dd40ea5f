import { useEffect, useRef, useState } from "react";

import { Problem, useSendFile } from "@/api";

interface FileSendingOptions {
  /** Where files go, if not among the artifacts. */
  readonly to?: string;
  /** The largest file that may be sent, in bytes. */
  readonly limit: number;
  readonly onArrived: (artifact: string) => void;
}

export interface FileSending {
  readonly limit: number;
  readonly file: File | null;
  /** How much has arrived, from 0 to 1; null while nothing is on its way. */
  readonly part: number | null;
  readonly error: Error | null;
  /** A file that is larger than the limit. */
  readonly tooLarge: File | null;
  readonly send: (file: File) => void;
  readonly stop: () => void;
}

/** Sends the file that is to be imported; leaving the page stops it. */
export function useFileSending({ to, limit, onArrived }: FileSendingOptions): FileSending {
  const { mutate, isPending, error, reset } = useSendFile(to);
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const [tooLarge, setTooLarge] = useState<File | null>(null);
  const control = useRef<AbortController>(null);
  useEffect(() => () => control.current?.abort(), []);
  const send = (chosen: File) => {
    setTooLarge(chosen.size > limit ? chosen : null);
    reset();
    if (chosen.size > limit) return;
    control.current?.abort();
    control.current = new AbortController();
    setFile(chosen);
    setPart(0);
    mutate({ file: chosen, onProgress: setPart, signal: control.current.signal }, { onSuccess: ({ id }, here) => here && onArrived(id) });
  };
  // A person's own stop is no trouble.
  const trouble = error instanceof Problem ? error : null;
  return { limit, file, part: isPending ? part : null, error: trouble, tooLarge, send, stop: () => control.current?.abort() };
}
