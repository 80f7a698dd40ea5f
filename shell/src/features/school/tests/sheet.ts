/** A test as a sheet of marks with one column. Pure. */

import type { SchoolAlunoLinha, SchoolAvaliacaoColuna, SchoolPaginaAvaliacao } from "@/api";

/** The test as a column. */
export function columnOf({ avaliacao, materia, alunos }: SchoolPaginaAvaliacao): SchoolAvaliacaoColuna {
  const { id, titulo, data, tipo, valor_maximo, peso, itens } = avaliacao;
  return { id, titulo, materia, data, tipo, valor_maximo, peso, n_itens: itens.length, lancadas: givenIn(alunos) };
}

/** The students as rows of it. */
export function rowsOf({ avaliacao, alunos }: SchoolPaginaAvaliacao): readonly SchoolAlunoLinha[] {
  return alunos.map(({ id, nome, matricula, valor, situacao }) => ({
    id,
    nome,
    matricula,
    media: null,
    por_materia: {},
    frequencia: null,
    engajamento: null,
    faixa: null,
    alerta: null,
    notas: { [avaliacao.id]: { valor, situacao } },
  }));
}

/** How many have a mark. */
export const givenIn = (alunos: SchoolPaginaAvaliacao["alunos"]): number => alunos.filter(({ situacao }) => situacao === "lancada").length;
