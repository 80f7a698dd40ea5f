/** A simple condition as rows one fills in: what is looked at, how it is compared, with what. Pure. */

export const OPERATORS = ["==", "!=", "<", ">", "<=", ">="] as const;
export type Operator = (typeof OPERATORS)[number];

export interface Row {
  readonly path: string;
  readonly operator: Operator;
  /** As it is written: a number, a text without quotes, true, false, null, or another path. */
  readonly value: string;
}

export interface Simple {
  readonly joint: "and" | "or";
  readonly rows: readonly Row[];
}

interface Comparable {
  readonly path: string;
  /** Its type in one word; nothing when that is not known. */
  readonly type: string | null;
}

/** What is compared rather than what else, in the way that suits its type. */
const BEGINNINGS: readonly { readonly types: readonly string[]; readonly row: Omit<Row, "path"> }[] = [
  { types: ["boolean"], row: { operator: "==", value: "true" } },
  { types: ["integer", "number"], row: { operator: ">", value: "0" } },
  { types: ["string"], row: { operator: "!=", value: "" } },
];

/** The row to begin with: of the nearest step, input or shared value, what can be compared best. */
export function firstRow(known: readonly Comparable[]): Row {
  const ownerOf = ({ path }: Comparable) => path.split(".").slice(0, 2).join(".");
  const isOneOf = (types: readonly string[]) => ({ type }: Comparable) => type !== null && types.includes(type);
  const nearest = known.findLast(isOneOf(BEGINNINGS.flatMap(({ types }) => types)));
  const near = known.filter((each) => nearest !== undefined && ownerOf(each) === ownerOf(nearest));
  for (const { types, row } of BEGINNINGS) {
    const found = near.find(isOneOf(types));
    if (found !== undefined) return { path: found.path, ...row };
  }
  return { path: known.at(-1)?.path ?? "inputs", operator: "==", value: "true" };
}

const ROW = /^\s*((?:steps|inputs|state|item)[\w.[\]'"-]*)\s*(==|!=|<=|>=|<|>)\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[\w.[\]-]+)\s*$/;

/** The rows of a condition; nothing when it says more than rows can. */
export function rowsOf(text: string): Simple | null {
  if (text.trim() === "") return { joint: "and", rows: [] };
  const parts = split(text);
  if (parts === null) return null;
  const rows = parts.pieces.map((piece) => ROW.exec(piece));
  if (rows.some((row) => row === null)) return null;
  return { joint: parts.joint, rows: rows.map((row) => ({ path: row?.[1] ?? "", operator: row?.[2] as Operator, value: unquoted(row?.[3] ?? "") })) };
}

/** The condition that rows stand for. */
export function textOf({ joint, rows }: Simple): string {
  return rows.map(({ path, operator, value }) => `${path} ${operator} ${quoted(value)}`).join(` ${joint} `);
}

/** Cut at `and` or at `or` outside of quotes; nothing when both occur, or brackets or `not` do. */
function split(text: string): { readonly joint: "and" | "or"; readonly pieces: readonly string[] } | null {
  const pieces: string[] = [];
  const joints = new Set<string>();
  let piece = "";
  for (const word of text.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\s+|[^\s'"]+/g) ?? []) {
    if (word === "and" || word === "or") {
      joints.add(word);
      pieces.push(piece);
      piece = "";
    } else if (word === "not" || word === "(" || word === ")") return null;
    else piece += word;
  }
  pieces.push(piece);
  if (joints.size > 1) return null;
  return { joint: joints.has("or") ? "or" : "and", pieces };
}

const PLAIN = /^(-?\d+(\.\d+)?|true|false|null|(steps|inputs|state|item)([.[].*)?)$/;

function quoted(value: string): string {
  return PLAIN.test(value) ? value : `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function unquoted(text: string): string {
  return /^['"]/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, "$1") : text;
}
