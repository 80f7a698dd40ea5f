import { useState } from "react";

import { type SchoolAlunoLinha, type SchoolAvaliacaoColuna, type SchoolNotaCelula, useAppAction } from "@/api";
import { useI18n } from "@/i18n";
import { tellTrouble, useUndoToast } from "@/stage";
import { toast } from "@/ui";
import { cellOf, LETTERS } from "../figures";
import { sameMark } from "./reading";

/** A mark that is to be written. */
export interface Edit {
  readonly test: SchoolAvaliacaoColuna;
  readonly student: SchoolAlunoLinha;
  readonly mark: SchoolNotaCelula;
}

export interface Marks {
  /** What stands in a cell: what is on its way included. */
  readonly markIn: (student: SchoolAlunoLinha, test: SchoolAvaliacaoColuna) => SchoolNotaCelula | undefined;
  readonly isComing: (student: SchoolAlunoLinha, test: SchoolAvaliacaoColuna) => boolean;
  /** Writes marks at once, test by test, with the way back. */
  readonly write: (edits: readonly Edit[]) => void;
}

interface Rejected {
  readonly rejeitadas?: readonly unknown[];
}

const cell = (test: string, student: string) => `${test} ${student}`;

/** Marks of a class as they are typed: seen at once, kept by the server, undone from the note that tells of them. */
export function useMarks(): Marks {
  const { t, locale } = useI18n();
  const action = useAppAction("school");
  const told = useUndoToast();
  const [coming, setComing] = useState<ReadonlyMap<string, SchoolNotaCelula>>(new Map());
  const said = (edits: readonly Edit[]): string => {
    const [first] = edits;
    if (first === undefined) return "";
    if (edits.length > 1) return t("school.marks.written", { count: edits.length, test: first.test.titulo });
    const { valor, situacao } = first.mark;
    const mark = situacao === "lancada" && valor !== null ? cellOf(valor, locale) : LETTERS[situacao === "lancada" ? "pendente" : situacao];
    return t("school.mark.written", { student: first.student.nome, test: first.test.titulo, mark });
  };
  const send = async (edits: readonly Edit[]) => {
    const [first] = edits;
    if (first === undefined) return;
    const notas = edits.map(({ student, mark }) => ({ aluno_id: student.id, valor: mark.valor, situacao: mark.situacao }));
    try {
      const { data, change } = await action.mutateAsync({ name: "school.lancar_notas", params: () => ({ avaliacao_id: first.test.id, notas }) });
      const refused = (data as Rejected | null)?.rejeitadas?.length ?? 0;
      if (refused > 0) toast.error(t("school.marks.refused", { count: refused }));
      if (change !== undefined) told(said(edits), change);
    } catch (error) {
      tellTrouble(error, t);
    }
    setComing((before) => {
      const after = new Map(before);
      // A mark typed over this one in the meantime is on its way itself.
      for (const { test, student, mark } of edits) if (after.get(cell(test.id, student.id)) === mark) after.delete(cell(test.id, student.id));
      return after;
    });
  };
  const markIn: Marks["markIn"] = (student, test) => coming.get(cell(test.id, student.id)) ?? student.notas[test.id];
  return {
    markIn,
    isComing: (student, test) => coming.has(cell(test.id, student.id)),
    write: (wished) => {
      const edits = wished.filter(({ test, student, mark }) => !sameMark(markIn(student, test), mark));
      if (edits.length === 0) return;
      setComing((before) => new Map([...before, ...edits.map(({ test, student, mark }) => [cell(test.id, student.id), mark] as const)]));
      for (const id of new Set(edits.map(({ test }) => test.id))) void send(edits.filter(({ test }) => test.id === id));
    },
  };
}
