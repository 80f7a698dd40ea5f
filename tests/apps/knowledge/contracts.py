"""Three contracts in Portuguese and a handbook in English: what tests of digests read."""

from __future__ import annotations

ALUGUEL = """# Contrato de aluguel

Assinado em 3 de março de 2026 entre Marina Lopes e a Imobiliária Horizonte.

## Objeto

O imóvel é um apartamento de dois quartos na Rua das Flores, 120. O locatário recebe as chaves no dia 10/03/2026.

## Prazo

O prazo do contrato é de 30 meses, a contar de 10 de março de 2026.

## Valor

O aluguel mensal é de R$ 2.400,00, com vencimento no dia 5 de cada mês.

## Multa

A multa por saída antecipada é de três aluguéis. O locatário deve avisar com 30 dias de antecedência.
"""
INTERNET = """# Contrato de internet

Assinado em 12 de janeiro de 2026 com a Rede Azul.

## Prazo

A permanência mínima é de 12 meses.

## Valor

A mensalidade é de R$ 119,90 no plano de 500 mega.

## Multa

Quem cancela antes paga multa de R$ 300,00, proporcional aos meses que faltam.
"""
ACADEMIA = """# Contrato da academia

Assinado em 20/02/2026 com a Academia Forte.

## Prazo

O plano vale por 6 meses e se renova sozinho.

## Valor

A mensalidade é de R$ 89,00.

## Multa

Não há multa para quem avisa até o dia 10 do mês anterior.
"""
HANDBOOK = """# Beekeeper's handbook

A colony is a family of bees with one queen. Royal jelly is the food of the queen larvae.

## How often do I open the hive?

Open the hive every seven to ten days in spring. Every visit disturbs the bees.

## What do I do against mites?

Treat the colony with oxalic acid in December. The treatment must end before the first blossom.

## History

The association was founded on May 4, 1987. The first honey fair took place on June 12, 1990.
"""
CONTRACTS = {"aluguel.md": ALUGUEL, "internet.md": INTERNET, "academia.md": ACADEMIA}
