import { useState } from "react";

import type { SchoolAtividade, SchoolQuestao, SchoolTipoQuestao } from "@/api";
import { useT } from "@/i18n";
import { announce } from "@/state";
import { type Editing } from "../edit/useEditing";
import { freshQuestion, lackOf, type Lack, questionsOf, settled, withMoved, withoutQuestion, withQuestion } from "./questions";

export interface Questions {
  /** The activity as it is shown: with what is being written in it. */
  readonly shown: SchoolAtividade;
  /** The question that is open. */
  readonly open: SchoolQuestao | null;
  /** What it lacks, once somebody wanted to keep it so. */
  readonly lack: Lack | null;
  readonly edit: (question: SchoolQuestao) => void;
  readonly write: (question: SchoolQuestao) => void;
  readonly add: (tipo: SchoolTipoQuestao) => void;
  readonly keep: () => void;
  readonly drop: () => void;
  readonly remove: (id: string) => void;
  readonly move: (id: string, to: number) => void;
}

/** The questions of an activity while they are worked on: the sheet beside shows every letter at once, the server whole questions. */
export function useQuestions({ shown: kept, send }: Editing<SchoolAtividade>): Questions {
  const t = useT();
  const [open, write] = useState<SchoolQuestao | null>(null);
  const [tried, setTried] = useState(false);
  const all = questionsOf(kept);
  const isNew = open !== null && all.every(({ id }) => id !== open.id);
  const put = (question: SchoolQuestao): boolean => {
    if (lackOf(question) !== null) {
      setTried(true);
      return false;
    }
    const questao = settled(question);
    const same = JSON.stringify(all.find(({ id }) => id === questao.id)) === JSON.stringify(questao);
    const op = isNew ? { op: "add", posicao: all.length, questao } : { op: "update", id: questao.id, questao };
    if (!same) void send({ questoes_ops: [op] }, (before) => withQuestion(before, questao));
    setTried(false);
    return true;
  };
  const turn = (next: SchoolQuestao | null) => {
    if (open !== null && !put(open)) return;
    write(next);
  };
  return {
    shown: open === null ? kept : withQuestion(kept, open),
    open,
    lack: tried && open !== null ? lackOf(open) : null,
    write,
    edit: turn,
    add: (tipo) => turn(freshQuestion(`q_${crypto.randomUUID().slice(0, 8)}`, tipo, kept.habilidades.slice(0, 1), all.at(-1))),
    keep: () => turn(null),
    drop: () => {
      setTried(false);
      write(null);
    },
    remove: (id) => {
      if (open?.id === id) write(null);
      void send({ questoes_ops: [{ op: "remove", id }] }, (before) => withoutQuestion(before, id));
    },
    move: (id, to) => {
      if (to < 0 || to >= all.length || all[to]?.id === id) return;
      announce(t("school.activity.moved", { number: to + 1, count: all.length }));
      void send({ questoes_ops: [{ op: "move", id, posicao: to }] }, (before) => withMoved(before, id, to));
    },
  };
}
