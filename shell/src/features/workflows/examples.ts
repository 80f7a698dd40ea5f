/** Workflows to begin with, written in the person's own language. The server's check takes every one of them. */

import type { Locale } from "@/i18n";

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly text: string;
}

const ENGLISH: readonly Example[] = [
  {
    id: "day-note",
    title: "A note about today",
    about: "Asks you for one sentence and keeps it with the date. Needs no model.",
    text: `id: day-note
title: A note about today
description: Asks for one sentence about the day and keeps it as a note.
inputs:
  heading: {type: string, title: Heading, default: What stood out today}
steps:
  - id: date
    title: Look at the calendar
    capability: core.now
  - id: sentence
    title: Ask for a sentence
    ask: What stood out today?
  - id: keep
    title: Keep it as a note
    capability: core.create_note
    params:
      title: "{{inputs.heading}}: {{steps.date.result.spoken}}"
      text: "{{steps.sentence.result}}"
    depends_on: [date, sentence]
`,
  },
  {
    id: "two-views",
    title: "Two views, one text",
    about: "Two agents think at the same time, a third one writes; you look before it is kept.",
    text: `id: two-views
title: Two views, one text
description: What speaks for an idea, what against it, and one balanced text.
inputs:
  topic: {type: string, title: Topic, default: A school garden}
state:
  pro: string
  con: string
  text: string
steps:
  - id: for
    title: What speaks for it
    agent: researcher
    prompt: Give three points in favour of {{inputs.topic}}, one sentence each.
    writes: pro
  - id: against
    title: What speaks against it
    agent: researcher
    prompt: Give three points against {{inputs.topic}}, one sentence each.
    writes: con
  - id: write
    title: Write one text
    agent: creator
    prompt: |
      Write a balanced text of ten lines about {{inputs.topic}}.
      In favour: {{state.pro}}
      Against: {{state.con}}
    writes: text
    depends_on: [for, against]
    interrupt: {after: true, message: Read it before it is kept.}
  - id: keep
    title: Keep it as a note
    capability: core.create_note
    params:
      title: "{{inputs.topic}}"
      text: "{{state.text}}"
    depends_on: [write]
`,
  },
  {
    id: "each-folder",
    title: "For each of a list",
    about: "Looks into several folders at once and writes one overview.",
    text: `id: each-folder
title: For each of a list
description: Lists several folders and writes down how many things are in them.
inputs:
  folders: {type: array, title: Folders, items: {type: string}, default: [".", "notes"]}
steps:
  - id: look
    title: List a folder
    capability: core.list_dir
    params: {path: {$item: ""}}
    for_each: "{{inputs.folders}}"
    max: 20
    on_error: skip
  - id: keep
    title: Write the overview
    capability: core.write_file
    params:
      path: overview.txt
      content: "What is in them: {{steps.look.result}}"
    depends_on: [look]
`,
  },
];

const PORTUGUESE: readonly Example[] = [
  {
    id: "nota-do-dia",
    title: "Uma nota sobre hoje",
    about: "Pede uma frase sua e guarda com a data. Não precisa de modelo.",
    text: `id: nota-do-dia
title: Uma nota sobre hoje
description: Pede uma frase sobre o dia e guarda como nota.
inputs:
  heading: {type: string, title: Título, default: O que marcou o dia}
steps:
  - id: date
    title: Olhar o calendário
    capability: core.now
  - id: sentence
    title: Pedir uma frase
    ask: O que marcou o seu dia?
  - id: keep
    title: Guardar como nota
    capability: core.create_note
    params:
      title: "{{inputs.heading}}: {{steps.date.result.spoken}}"
      text: "{{steps.sentence.result}}"
    depends_on: [date, sentence]
`,
  },
  {
    id: "dois-olhares",
    title: "Dois olhares, um texto",
    about: "Dois agentes pensam ao mesmo tempo, um terceiro escreve; você olha antes de guardar.",
    text: `id: dois-olhares
title: Dois olhares, um texto
description: O que fala a favor de uma ideia, o que fala contra, e um texto equilibrado.
inputs:
  topic: {type: string, title: Assunto, default: Uma horta na escola}
state:
  pro: string
  con: string
  text: string
steps:
  - id: for
    title: O que fala a favor
    agent: researcher
    prompt: Dê três argumentos a favor de {{inputs.topic}}, uma frase cada.
    writes: pro
  - id: against
    title: O que fala contra
    agent: researcher
    prompt: Dê três argumentos contra {{inputs.topic}}, uma frase cada.
    writes: con
  - id: write
    title: Escrever um texto
    agent: creator
    prompt: |
      Escreva um texto equilibrado de dez linhas sobre {{inputs.topic}}.
      A favor: {{state.pro}}
      Contra: {{state.con}}
    writes: text
    depends_on: [for, against]
    interrupt: {after: true, message: Leia antes de guardar.}
  - id: keep
    title: Guardar como nota
    capability: core.create_note
    params:
      title: "{{inputs.topic}}"
      text: "{{state.text}}"
    depends_on: [write]
`,
  },
  {
    id: "cada-pasta",
    title: "Para cada item de uma lista",
    about: "Olha várias pastas ao mesmo tempo e escreve um resumo.",
    text: `id: cada-pasta
title: Para cada item de uma lista
description: Lista várias pastas e anota o que há nelas.
inputs:
  folders: {type: array, title: Pastas, items: {type: string}, default: [".", "notes"]}
steps:
  - id: look
    title: Listar uma pasta
    capability: core.list_dir
    params: {path: {$item: ""}}
    for_each: "{{inputs.folders}}"
    max: 20
    on_error: skip
  - id: keep
    title: Escrever o resumo
    capability: core.write_file
    params:
      path: resumo.txt
      content: "O que há nelas: {{steps.look.result}}"
    depends_on: [look]
`,
  },
];

/** Examples in a language. */
export function examplesOf(locale: Locale): readonly Example[] {
  return locale === "pt-BR" ? PORTUGUESE : ENGLISH;
}
