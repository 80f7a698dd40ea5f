import { useState } from "react";

import type { SchoolWish } from "@/api";
import { useSettled } from "@/stage";

export interface ListWish {
  readonly words: string;
  readonly setWords: (words: string) => void;
  readonly turma: string;
  readonly setTurma: (turma: string) => void;
  /** What the server is asked. */
  readonly wish: SchoolWish;
  readonly narrowed: boolean;
  readonly clear: () => void;
}

/** What narrows a list of School: words, and a class. */
export function useListWish(): ListWish {
  const [words, setWords] = useState("");
  const [turma, setTurma] = useState("");
  const busca = useSettled(words.trim(), 200);
  return {
    words,
    setWords,
    turma,
    setTurma,
    wish: { busca, turma, limit: 200 },
    narrowed: words.trim() !== "" || turma !== "",
    clear: () => {
      setWords("");
      setTurma("");
    },
  };
}
