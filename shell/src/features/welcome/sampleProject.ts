/** A small project to look around in: a shopping list in Python, with its tests and what is still to do. Pure. */

import type { SampleFile } from "@/api";
import type { Locale } from "@/i18n";

interface SampleProject {
  readonly name: string;
  readonly description: string;
  readonly files: readonly SampleFile[];
}

const EN = {
  name: "Shopping list",
  description: "A sample project: a shopping list in Python, with its tests.",
  intro: "A small program to look around in. It is made up: change it, break it, undo it.",
  run: "Run its tests",
  todo: ["TODO: sort the list by aisle", "TODO: read prices from a file"],
  add: "Put something on the list; the same thing twice is more of it.",
  total: "What is on the list, in all.",
  later: "TODO: leave out what was bought already",
} as const;

const PT = {
  name: "Lista de compras",
  description: "Um projeto de exemplo: uma lista de compras em Python, com testes.",
  intro: "Um programa pequeno para explorar. É inventado: mude, quebre, desfaça.",
  run: "Rode os testes",
  todo: ["TODO: ordenar a lista por corredor", "TODO: ler os preços de um arquivo"],
  add: "Coloca algo na lista; a mesma coisa de novo é mais dela.",
  total: "Quanto há na lista, ao todo.",
  later: "TODO: deixar de fora o que já foi comprado",
} as const;

/** The project, in the person's language. */
export function sampleProject(locale: Locale): SampleProject {
  const words = locale === "pt-BR" ? PT : EN;
  return {
    name: words.name,
    description: words.description,
    files: [
      {
        path: "README.md",
        content: `# ${words.name}\n\n${words.intro}\n\n${words.run}:\n\n    python -m unittest\n\n${words.todo.map((line) => `- ${line}`).join("\n")}\n`,
      },
      {
        path: "shopping.py",
        content: `"""${words.name}."""\n\nfrom collections import Counter\n\n\nclass ShoppingList:\n    def __init__(self) -> None:\n        self.items: Counter[str] = Counter()\n\n    def add(self, name: str, count: int = 1) -> None:\n        """${words.add}"""\n        self.items[name.strip().lower()] += count\n\n    def total(self) -> int:\n        """${words.total}"""\n        # ${words.later}\n        return self.items.total()\n`,
      },
      {
        path: "test_shopping.py",
        content: `import unittest\n\nfrom shopping import ShoppingList\n\n\nclass Totals(unittest.TestCase):\n    def test_the_same_thing_twice_is_more_of_it(self) -> None:\n        shopping = ShoppingList()\n        shopping.add("Coffee")\n        shopping.add("coffee ", 2)\n        self.assertEqual(shopping.total(), 3)\n\n\nif __name__ == "__main__":\n    unittest.main()\n`,
      },
    ],
  };
}
