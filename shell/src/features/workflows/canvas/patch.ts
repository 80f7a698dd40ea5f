/** A text with a unified diff applied to it; nothing where the diff is of another text. Pure. */

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

export function patched(text: string, diff: string): string | null {
  const lines = text.split("\n");
  const out: string[] = [];
  let at = 0;
  let left: readonly [number, number] = [0, 0];
  for (const line of diff.split("\n")) {
    const isInside = left[0] + left[1] > 0;
    const header = isInside ? null : HEADER.exec(line);
    if (header !== null) {
      const begins = Math.max(0, Number(header[1]) - (header[2] === "0" ? 0 : 1));
      out.push(...lines.slice(at, begins));
      at = begins;
      left = [Number(header[2] ?? 1), Number(header[3] ?? 1)];
    } else if (isInside) {
      const [sign, words] = [line.charAt(0), line.slice(1)];
      if (sign === "\\") continue;
      if (sign !== "+" && lines[at] !== words) return null;
      if (sign !== "-") out.push(words);
      if (sign !== "+") at += 1;
      left = [left[0] - (sign === "+" ? 0 : 1), left[1] - (sign === "-" ? 0 : 1)];
    }
  }
  return [...out, ...lines.slice(at)].join("\n");
}
