/** Characters that cannot be seen but have a name people know, by their numbers. Pure. */

const NAMED = {
  "0000": "null",
  "0007": "bell",
  "0008": "backspace",
  "0009": "tab",
  "000A": "newline",
  "000D": "return",
  "001B": "escape",
  "007F": "delete",
  "00A0": "nbsp",
  "00AD": "hyphen",
  "061C": "alm",
  "200B": "zwsp",
  "200C": "zwnj",
  "200D": "zwj",
  "200E": "lrm",
  "200F": "rlm",
  "202A": "lre",
  "202B": "rle",
  "202C": "pdf",
  "202D": "lro",
  "202E": "rlo",
  "2060": "wj",
  "2066": "lri",
  "2067": "rli",
  "2068": "fsi",
  "2069": "pdi",
  FEFF: "bom",
} as const;

export type SignName = (typeof NAMED)[keyof typeof NAMED];

/** The name of the character that a sign stands for, if people know it by one. */
export function nameOf(sign: string): SignName | undefined {
  const code = /^.?\u27e6U\+([0-9A-F]{4,6})/u.exec(sign)?.[1] ?? "";
  return Object.hasOwn(NAMED, code) ? NAMED[code as keyof typeof NAMED] : undefined;
}
