import type { forms as English } from "../en/forms";
import type { Words } from "../phrases";

export const forms = {
  "forms.optional": "(opcional)",
  "forms.unsaid": "Não informar",
  "forms.choose": "Escolha",
  "forms.add": "Adicionar",
  "forms.remove": "Remover {name} {number}",
  "forms.fillIn": "Adicionar {name}",
  "forms.leaveOut": "Não informar {name}",
  "forms.wrong.missing": "Preencha este campo.",
  "forms.wrong.number": "Digite um número.",
  "forms.wrong.whole": "Digite um número inteiro.",
  "forms.wrong.json": "Isto ainda não é JSON.",
  "forms.wrong.pattern": "O formato não é o esperado.",
  "forms.wrong.unique": "Cada valor só pode aparecer uma vez.",
  "forms.wrong.least": "No mínimo {limit}.",
  "forms.wrong.most": "No máximo {limit}.",
  "forms.wrong.above": "Mais que {limit}.",
  "forms.wrong.below": "Menos que {limit}.",
  "forms.wrong.step": "Um múltiplo de {limit}.",
  "forms.wrong.shorter": "No mínimo {limit} caracteres.",
  "forms.wrong.longer": "No máximo {limit} caracteres.",
  "forms.wrong.fewer": "No mínimo {limit} itens.",
  "forms.wrong.more": "No máximo {limit} itens.",
} satisfies Words<typeof English>;
