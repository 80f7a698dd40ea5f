/**
 * Foreign text: words that agents, files and the web wrote, with everything that could deceive the eye marked. Pure.
 *
 * The same rules as `aule/contracts/foreign_text.py`; both are held to `foreign.fixtures.json`.
 */

/** What a text is: prose; code, in which a space is a plain space; a name, on one line; or a line of a diff, which was marked when the diff was made. */
export type Place = "prose" | "code" | "name" | "marked";

export type PieceKind = "plain" | "control" | "direction" | "invisible" | "space" | "stacked" | "lookalike" | "unknown" | "quoted" | "blanks" | "blank_lines";

/** Some characters of a text, exactly as they are, and what they are. */
export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
}

const MOST_BLANK_LINES = 4;
const MOST_BLANKS = 32;
const MOST_STACKED = 3;
const MOST_REPEATED = 3;

const CONTROL = "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ufff9-\\ufffb";
const DIRECTION = "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069";
const INVISIBLE =
  "\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200d\\u2060-\\u2065\\u206a-\\u206f\\u2800\\u3164" +
  "\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\u{13430}-\\u{1345f}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";
const UNKNOWN = "\\ud800-\\udfff\\ue000-\\uf8ff\\ufdd0-\\ufdef\\ufffe\\uffff\\u{f0000}-\\u{10ffff}";
const SPACE = "\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000";
const BLANK = ` \\t${SPACE}`;
const ACCENT =
  "\\u0300-\\u034e\\u0350-\\u036f\\u0483-\\u0489\\u0591-\\u05bd\\u0610-\\u061a\\u064b-\\u065f\\u0e31\\u0e34-\\u0e3a\\u0e47-\\u0e4e" +
  "\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f";
const PICTURE =
  "\\u00a9\\u00ae\\u203c\\u2049\\u2122\\u2139\\u2190-\\u21ff\\u2300-\\u23ff\\u24c2\\u25aa-\\u25fe\\u2600-\\u27bf\\u2934\\u2935" +
  "\\u2b00-\\u2bff\\u3030\\u303d\\u3297\\u3299\\u{1f000}-\\u{1faff}";
const IDEOGRAPH = "\\u3040-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
const JOINING = "\\u0600-\\u061b\\u061d-\\u08ff\\u0900-\\u0dff\\u0f00-\\u109f\\u1780-\\u17b3\\u17b6-\\u180a\\u1810-\\u18af";
const LATIN = "A-Za-z\\u00aa\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u1e00-\\u1eff";
const OTHER_ALPHABET =
  "\\u0250-\\u02af\\u0370-\\u052f\\u0531-\\u0587\\u05d0-\\u05ea\\u10a0-\\u10ff\\u13a0-\\u13ff\\u1c80-\\u1c8f\\u1d00-\\u1d7f" +
  "\\u2100-\\u2101\\u2105-\\u2115\\u2119-\\u211d\\u2124-\\u2138\\u213c-\\u2149\\u2160-\\u2188\\u2c80-\\u2cff\\ua4d0-\\ua4ff" +
  "\\ua640-\\ua69f\\uab70-\\uabbf\\uff21-\\uff3a\\uff41-\\uff5a\\u{1d400}-\\u{1d7ff}";
const FLAGS = ["gbeng", "gbsct", "gbwls"].map((name) => `\\u{1f3f4}${[...name].map((letter) => `\\u{${(0xe0000 + letter.charCodeAt(0)).toString(16)}}`).join("")}\\u{e007f}`);
const VARIED = `[${PICTURE}][\\ufe0e\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?`;

const SEQUENCE =
  `(?:${FLAGS.join("|")}|${VARIED}(?:\\u200d${VARIED})*|[0-9#*]\\ufe0f\\u20e3` +
  `|[${IDEOGRAPH}][\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]|(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])|\\r\\n)`;
const ODD = { control: CONTROL, direction: DIRECTION, invisible: INVISIBLE, unknown: UNKNOWN } as const;
const ODD_RUN = `(?<odd>[${Object.values(ODD).join("")}])\\k<odd>*`;
const STACK = `(?<=[${ACCENT}]{${MOST_STACKED}})(?<accent>[${ACCENT}])\\k<accent>*`;
const BLANKS = `(?<blanks>[${BLANK}]{${MOST_BLANKS + 1},})`;
const FOLDS = `(?<lines>(?<![^\\n])(?:[${BLANK}]*\\r?\\n){${MOST_BLANK_LINES + 1},})|${BLANKS}`;
const IN_CODE = `(?:(?<=[${IDEOGRAPH}\\u3001\\u3002])\\u3000|\\u3000(?=[${IDEOGRAPH}]))|(?<space>[${SPACE}])\\k<space>*`;
const QUOTED = "(?<quoted>⟦(?=U\\+))";
const MARK = "(?<mark>⟦U\\+[0-9A-F]{4,6}(?:×[0-9]+)?⟧)";

const READERS: Readonly<Record<Place, RegExp>> = {
  prose: reader(SEQUENCE, FOLDS, STACK, ODD_RUN, QUOTED),
  code: reader(SEQUENCE, FOLDS, STACK, ODD_RUN, IN_CODE, QUOTED),
  name: reader("(?<line>[\\n\\r\\t])\\k<line>*", SEQUENCE, BLANKS, STACK, ODD_RUN, IN_CODE, QUOTED),
  marked: reader(SEQUENCE, FOLDS, STACK, ODD_RUN, MARK),
};
const KINDS = { line: "control", lines: "blank_lines", blanks: "blanks", accent: "stacked", space: "space", quoted: "quoted" } as const;
const ODD_KINDS = Object.entries(ODD).map(([kind, characters]) => [kind as keyof typeof ODD, new RegExp(`[${characters}]`, "u")] as const);
const WORD = new RegExp(`[${LATIN}${OTHER_ALPHABET}]+`, "gu");
const OF_OTHER_ALPHABET = new RegExp(`[${OTHER_ALPHABET}]`, "u");
const OF_LATIN = new RegExp(`[${LATIN}]`, "u");
const OF_SPACE = new RegExp(`[${SPACE}]`, "u");
const OF_ACCENT = new RegExp(`[${ACCENT}]`, "u");
const BLANK_LINE = new RegExp(`^[${BLANK}\\r]*$`, "u");
const RIGHT = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}";
const OF_RIGHT_TO_LEFT = new RegExp(`[${RIGHT}]`, "u");
const RIGHT_TO_LEFT = new RegExp(`([${RIGHT}]+(?: [${RIGHT}]+)*)`, "u");
const LIKE_CODE = /[A-Za-z=;|&<>{}$`/\\]/;
/** Words and single spaces: most lines are nothing else. */
const ORDINARY = /^[!-~\u00a1-\u00ac\u00ae-\u024f]*(?: [!-~\u00a1-\u00ac\u00ae-\u024f]+)* ?$/;

function reader(...ways: readonly string[]): RegExp {
  return new RegExp(ways.join("|"), "gu");
}

/** Takes a text apart; its pieces put together are the text, character by character. */
export function piecesOf(text: string, place: Place): readonly Piece[] {
  if (ORDINARY.test(text)) return text === "" ? [] : [{ kind: "plain", text }];
  const found: Piece[] = [];
  const put = (kind: PieceKind, part: string) => {
    const last = found.at(-1);
    if (kind === "plain" && last?.kind === "plain") found[found.length - 1] = { kind, text: last.text + part };
    else if (part !== "") found.push({ kind, text: part });
  };
  let end = 0;
  for (const match of text.matchAll(READERS[place])) {
    put("plain", text.slice(end, match.index));
    put(kindOf(match.groups ?? {}), match[0]);
    end = match.index + match[0].length;
  }
  put("plain", text.slice(end));
  return place === "prose" || place === "marked" ? found : found.flatMap(lookalikes);
}

/** What stands for a piece that is not plain. Folds have no sign: whoever shows them counts in words. */
export function signOf({ kind, text }: Piece): string {
  if (kind === "plain" || kind === "blanks" || kind === "blank_lines" || text.startsWith("⟦U+")) return text;
  const [first = "", ...rest] = text;
  if (kind === "lookalike") return text + sign(first);
  return rest.length + 1 > MOST_REPEATED ? sign(first, rest.length + 1) : sign(first).repeat(rest.length + 1);
}

/** A text with a sign for everything that could deceive, where only plain words can be shown: news, names read aloud. */
export function marked(text: string, place: Place = "prose"): string {
  return piecesOf(text, place).map(signOf).join("");
}

/**
 * A plain text in parts: those at odd places are read from right to left. In code each of them stands by itself, so that
 * it cannot pull the signs and numbers beside it to its other side. A line of a file that is only such words stays whole.
 */
export function directions(text: string, place: Place): readonly string[] {
  if (place === "prose" || !OF_RIGHT_TO_LEFT.test(text) || (place === "marked" && !LIKE_CODE.test(text))) return [text];
  return text.split(RIGHT_TO_LEFT);
}

/** How many lines or columns a fold hides. */
export function countFolded({ kind, text }: Piece): number {
  return kind === "blank_lines" ? text.split("\n").length - 1 : [...text].length;
}

/** Whether a line shows nothing. */
export const isBlank = (line: string): boolean => BLANK_LINE.test(line);

/** More blank lines than these in a row are folded. */
export const isLongRun = (lines: number): boolean => lines > MOST_BLANK_LINES;

function kindOf(groups: Readonly<Record<string, string | undefined>>): PieceKind {
  const { odd, mark } = groups;
  if (odd !== undefined) return oddKindOf(odd) ?? "unknown";
  if (mark !== undefined) return markKindOf(mark);
  for (const [name, kind] of Object.entries(KINDS)) if (groups[name] !== undefined) return kind;
  return "plain";
}

const oddKindOf = (character: string) => ODD_KINDS.find(([, pattern]) => pattern.test(character))?.[0];

/** The kind of the character that a mark in a diff stands for. */
function markKindOf(mark: string): PieceKind {
  const code = Number.parseInt(mark.slice("⟦U+".length), 16);
  if (code > 0x10ffff || code === 0x27e6) return "quoted";
  const character = String.fromCodePoint(code);
  if (OF_SPACE.test(character)) return "space";
  if (OF_ACCENT.test(character)) return "stacked";
  if (OF_OTHER_ALPHABET.test(character)) return "lookalike";
  return oddKindOf(character) ?? "quoted";
}

/** A plain piece, in which letters of another alphabet inside a Latin word stand by themselves. */
function lookalikes(piece: Piece): readonly Piece[] {
  if (piece.kind !== "plain" || !OF_OTHER_ALPHABET.test(piece.text)) return [piece];
  const found: Piece[] = [];
  let plain = "";
  const flush = () => {
    if (plain !== "") found.push({ kind: "plain", text: plain });
    plain = "";
  };
  let end = 0;
  for (const word of piece.text.matchAll(WORD)) {
    plain += piece.text.slice(end, word.index);
    end = word.index + word[0].length;
    if (!OF_LATIN.test(word[0])) {
      plain += word[0];
      continue;
    }
    for (const letter of word[0]) {
      if (!OF_OTHER_ALPHABET.test(letter)) {
        plain += letter;
        continue;
      }
      flush();
      found.push({ kind: "lookalike", text: letter });
    }
  }
  plain += piece.text.slice(end);
  flush();
  return found;
}

function sign(character: string, count = 1): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `⟦U+${code}${count > 1 ? `×${count}` : ""}⟧`;
}
