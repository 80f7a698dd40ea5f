import type { SchoolGrade } from "@/api";
import { useT } from "@/i18n";

/** Which way a word goes: rows and columns a letter. */
const STEPS = { horizontal: [0, 1], vertical: [1, 0], diagonal: [1, 1], diagonal_acima: [-1, 1] } as const;

/** A word search or a crossword on the sheet. */
export function PaperGrid({ grade, solved }: { readonly grade: SchoolGrade; readonly solved: boolean }) {
  const t = useT();
  const cross = grade.tipo === "palavras_cruzadas";
  const found = new Set(solved ? grade.palavras.flatMap(cellsOf) : []);
  const numbers = new Map(grade.palavras.flatMap(({ linha, coluna, numero }) => (numero == null ? [] : [[`${linha},${coluna}`, numero]])));
  return (
    <div className="paper-puzzle">
      <table aria-label={t(`school.paper.grid.${grade.tipo}`)} data-cross={cross || undefined}>
        <tbody>
          {grade.linhas.map((line, row) => (
            <tr key={row}>
              {[...line].map((letter, column) => {
                const key = `${row},${column}`;
                const black = cross && letter === ".";
                return (
                  <td key={column} data-black={black || undefined} data-right={found.has(key) || undefined}>
                    {numbers.has(key) && <sup>{numbers.get(key)}</sup>}
                    {cross && !solved ? "" : black ? "" : letter}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <ul>
        {grade.palavras.map(({ texto, pista, numero, direcao }) => (
          <li key={`${texto}${direcao}`}>
            {cross ? `${numero ?? ""} ${t(direcao === "vertical" ? "school.paper.down" : "school.paper.across")} ${pista}` : pista || texto}
            {solved && (cross || pista) && <strong>{` (${texto})`}</strong>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function cellsOf({ texto, linha, coluna, direcao }: SchoolGrade["palavras"][number]): readonly string[] {
  const [down, across] = STEPS[direcao];
  return [...texto].map((_, index) => `${linha + down * index},${coluna + across * index}`);
}
