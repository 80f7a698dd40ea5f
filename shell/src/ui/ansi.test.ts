import { describe, expect, it } from "vitest";

import { inked, plain } from "./ansi";

const ESC = "\u001b";

describe("what a program prints", () => {
  it("keeps its colours as names", () => {
    expect(inked(`${ESC}[32mok${ESC}[0m and ${ESC}[1;31mbad${ESC}[m.`)).toEqual([
      { text: "ok", ink: "green", bold: false },
      { text: " and ", ink: null, bold: false },
      { text: "bad", ink: "red", bold: true },
      { text: ".", ink: null, bold: false },
    ]);
    expect(inked(`${ESC}[38;5;196mx${ESC}[38;2;1;2;3my${ESC}[93mz`).map(({ ink }) => ink)).toEqual([null, null, "yellow"]);
  });

  it("loses every other command, whole or cut off", () => {
    const hostile = [
      `${ESC}]0;a new title\u0007text`,
      `${ESC}]8;;https://evil.example${ESC}\\text${ESC}]8;;${ESC}\\`,
      `${ESC}[2J${ESC}[1;1Htext`,
      `${ESC}P+q544e${ESC}\\text`,
      `te${ESC}[?25lxt`,
      `te\u0007\u0000x\u009b31mt`,
      `text${ESC}[`,
      `text${ESC}]52;c;AAAA`,
      `\u202etext\u2066`,
    ];
    for (const line of hostile) expect(plain(line).replaceAll("31m", ""), JSON.stringify(line)).toBe("text");
  });

  it("shows the last writing of a line that is written over", () => {
    expect(plain("10%\r50%\r100%")).toBe("100%");
    expect(plain("done\r")).toBe("done");
  });
});
