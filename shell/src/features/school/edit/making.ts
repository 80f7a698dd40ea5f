/** What can be made by hand with a short form, and what is asked for it. Pure. */

import type { PlainKey } from "@/i18n";

export type MadeKind = "aula" | "avaliacao" | "plano" | "evento";

export interface Asked {
  /** The parameter of the action. */
  readonly name: string;
  readonly label: PlainKey;
  readonly input: "text" | "day" | "time" | "amount" | "class" | "subject" | "choice";
  readonly required?: true;
  readonly choices?: readonly (readonly [value: string, label: PlainKey])[];
  /** What it is unless chosen. */
  readonly initial?: string;
  /** What stands there as an example. */
  readonly example?: PlainKey;
}

const CLASS: Asked = { name: "turma_id", label: "school.activity.class", input: "class" };
const SUBJECT: Asked = { name: "materia", label: "school.activity.subject", input: "subject", required: true };

export const ASKED: Readonly<Record<MadeKind, readonly Asked[]>> = {
  aula: [
    { name: "tema", label: "school.activity.theme", input: "text", required: true, example: "school.activity.theme.example" },
    CLASS,
    SUBJECT,
    { name: "data", label: "school.field.day", input: "day" },
    { name: "duracao_min", label: "school.field.minutes", input: "amount", initial: "50" },
  ],
  avaliacao: [
    { name: "titulo", label: "school.activity.title", input: "text", example: "school.exam.title.example" },
    { ...CLASS, required: true },
    SUBJECT,
    { name: "data", label: "school.field.day", input: "day", required: true },
    {
      name: "tipo",
      label: "school.exam.type",
      input: "choice",
      initial: "formativa",
      choices: [
        ["formativa", "school.kind.formativa"],
        ["somativa", "school.kind.somativa"],
        ["diagnostica", "school.kind.diagnostica"],
        ["recuperacao", "school.kind.recuperacao"],
        ["trabalho", "school.kind.trabalho"],
      ],
    },
    { name: "valor_maximo", label: "school.exam.max", input: "amount", initial: "10" },
    { name: "peso", label: "school.exam.weight", input: "amount", initial: "1" },
    { name: "quantidade_questoes", label: "school.activity.count", input: "amount", initial: "10" },
  ],
  plano: [
    { ...CLASS, required: true },
    SUBJECT,
    { name: "periodo", label: "school.plan.term", input: "text", required: true, example: "school.plan.term.example" },
    { name: "aulas_semana", label: "school.plan.perweek", input: "amount", initial: "4" },
  ],
  evento: [
    { name: "titulo", label: "school.activity.title", input: "text", required: true },
    { name: "data", label: "school.field.day", input: "day", required: true },
    CLASS,
    { name: "hora_inicio", label: "school.field.from", input: "time" },
    { name: "hora_fim", label: "school.field.until", input: "time" },
    {
      name: "repeticao",
      label: "school.field.repeats",
      input: "choice",
      initial: "none",
      choices: [
        ["none", "school.repeats.none"],
        ["daily", "school.repeats.daily"],
        ["weekly", "school.repeats.weekly"],
        ["monthly", "school.repeats.monthly"],
        ["yearly", "school.repeats.yearly"],
      ],
    },
  ],
};

/** The action that makes each, and what its answer calls the thing made. */
export const MAKES: Readonly<Record<MadeKind, readonly [capability: string, id: string]>> = {
  aula: ["school.criar_aula", "aula_id"],
  avaliacao: ["school.criar_avaliacao", "avaliacao_id"],
  plano: ["school.criar_plano_ensino", "plano_id"],
  evento: ["school.criar_evento", "evento_id"],
};

/** What was typed, as the action takes it; the names of what is missing or no number. */
export function paramsOf(
  asked: readonly Asked[],
  values: Readonly<Record<string, string>>,
  read: (text: string) => number | null,
): { readonly params: Readonly<Record<string, unknown>>; readonly missing: readonly string[]; readonly wrong: readonly string[] } {
  const [params, missing, wrong]: [Record<string, unknown>, string[], string[]] = [{}, [], []];
  for (const { name, input, required } of asked) {
    const text = values[name]?.trim() ?? "";
    const value = input === "amount" && text !== "" ? read(text) : text;
    if (text === "") {
      if (required) missing.push(name);
    } else if (value === null) wrong.push(name);
    else params[name] = value;
  }
  return { params, missing, wrong };
}
