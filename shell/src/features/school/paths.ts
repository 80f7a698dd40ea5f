/** Addresses inside School Power. Its words are those of its wire, whatever language the desktop speaks. Pure. */

/** The sections, in the order of their tabs. */
export const PARTS = ["inicio", "turmas", "atividades", "aulas", "avaliacoes", "planos", "calendario", "desempenho", "importar"] as const;

export type Part = (typeof PARTS)[number];

/** What stands on a page of its own that is no tab. */
export type Aside = "alunos" | "fonte";

/** The section an address names: `/school` is the home. */
export function partOf(name: string | undefined): Part | Aside | undefined {
  return name === undefined ? "inicio" : name === "alunos" || name === "fonte" ? name : PARTS.find((part) => part === name);
}

/** A section, or a page in it: `/school/turmas/tur_1?periodo=tudo`. */
export function pathTo(part: Part | Aside, id?: string, more: Readonly<Record<string, string | undefined>> = {}): string {
  const said = Object.entries(more).flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, value]]));
  const query = new URLSearchParams(said).toString();
  const where = part === "inicio" ? "" : `/${part}`;
  return `/school${where}${id === undefined ? "" : `/${encodeURIComponent(id)}`}${query === "" ? "" : `?${query}`}`;
}

/** Where each kind of thing has its page. */
const PAGES: Readonly<Record<string, Part | Aside>> = {
  turma: "turmas",
  aluno: "alunos",
  atividade: "atividades",
  aula: "aulas",
  avaliacao: "avaliacoes",
  plano: "planos",
};

const PREFIXES: Readonly<Record<string, Part | Aside>> = { tur: "turmas", alu: "alunos", atv: "atividades", aul: "aulas", ava: "avaliacoes", pla: "planos" };

/** Where a reference leads: `turma:tur_1`, or a bare id; an event leads to the calendar. Undefined for what has no page. */
export function refPath(ref: string): string | undefined {
  const [kind = "", named] = ref.split(":", 2);
  if (named !== undefined) {
    if (kind === "evento") return pathTo("calendario");
    const part = PAGES[kind];
    return part && pathTo(part, named);
  }
  const part = PREFIXES[/^([a-z]{3})_/.exec(ref)?.[1] ?? ""];
  return part && pathTo(part, ref);
}
