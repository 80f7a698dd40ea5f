import { memo, useMemo, useState } from "react";

import { useT } from "@/i18n";
import { countFolded, directions, type Piece, type Place, piecesOf, signOf } from "./foreign";
import { nameOf } from "./signs";

interface ForeignTextProps {
  readonly children: string;
  /** What it is: prose, code, a name on one line, or a line of a diff. */
  readonly place?: Place;
  /** Whether it stands inside a button or a link: then folds are counted, but do not open. */
  readonly still?: boolean;
  /** Whether it is read at leisure: then long blanks are not folded. */
  readonly unfolded?: boolean;
}

/**
 * Words that agents, files and the web wrote. Characters that hide, turn the direction of reading or pass for others are
 * shown as marks, long blanks are folded and counted, and none of it moves the words around it.
 */
export const ForeignText = memo(function ForeignText({ children, place = "prose", still = false, unfolded = false }: ForeignTextProps) {
  const pieces = useMemo(() => piecesOf(children, place), [children, place]);
  const isPlain = pieces.length < 2 && pieces[0]?.kind !== "blanks" && (pieces[0]?.kind ?? "plain") === "plain";
  return (
    <bdi dir={place === "prose" ? "auto" : "ltr"}>
      {isPlain ? <Plain text={children} place={place} /> : pieces.map((piece, index) => <PieceView key={index} piece={piece} place={place} still={still} unfolded={unfolded} />)}
    </bdi>
  );
});

function Plain({ text, place }: { readonly text: string; readonly place: Place }) {
  const parts = directions(text, place);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <bdi key={index} dir="rtl">
        {part}
      </bdi>
    ),
  );
}

interface PieceViewProps {
  readonly piece: Piece;
  readonly place: Place;
  readonly still: boolean;
  readonly unfolded: boolean;
}

function PieceView({ piece, place, still, unfolded }: PieceViewProps) {
  switch (piece.kind) {
    case "plain":
      return <Plain text={piece.text} place={place} />;
    case "blanks":
    case "blank_lines":
      return unfolded ? piece.text : <Fold piece={piece} still={still} />;
    default:
      return <Mark piece={piece} kind={piece.kind} />;
  }
}

interface MarkProps {
  readonly piece: Piece;
  readonly kind: Exclude<Piece["kind"], "plain" | "blanks" | "blank_lines">;
}

/** A sign for what could not be seen, which says what it is. */
function Mark({ piece, kind }: MarkProps) {
  const t = useT();
  const sign = signOf(piece);
  const name = nameOf(sign);
  const words = t(`ui.foreign.${kind}`, { sign: name === undefined ? sign : `${t(`ui.sign.${name}`)} ${sign}` });
  return (
    <bdi dir="ltr">
      <span role="img" aria-label={words} title={words} className="rounded-sm bg-warn-soft px-px font-mono text-[0.92em] whitespace-nowrap text-warn-text">
        {sign}
      </span>
    </bdi>
  );
}

/** Blank lines or blanks that would push the rest out of sight, told by their number. */
function Fold({ piece, still }: { readonly piece: Piece; readonly still: boolean }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  if (open) return piece.text;
  const words = `⋯ ${t(piece.kind === "blanks" ? "ui.foreign.blanks" : "ui.foreign.lines", { count: countFolded(piece) })}`;
  const look = "rounded-sm bg-hover px-1.5 font-sans text-[0.92em] text-muted";
  return (
    <>
      {still ? (
        <span className={look}>{words}</span>
      ) : (
        <button type="button" title={t("ui.foreign.open")} onClick={() => setOpen(true)} className={`${look} hover:bg-active hover:text-fg`}>
          {words}
        </button>
      )}
      {piece.kind === "blank_lines" && "\n"}
    </>
  );
}
