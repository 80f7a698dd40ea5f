import { render } from "@testing-library/react";
import { describe, expect, it, test } from "vitest";

import { destinationOf, hostOf, ownPicture, ownPlace, saysWhere } from "./address";
import { decode } from "./entities";
import { ledIn } from "./leads";
import hostile from "./hostile.fixtures.json";
import { MarkdownBody } from "./MarkdownBody";
import { mend } from "./mend";
import { type Block, plainText } from "./nodes";
import { grow, type Parsed, parse } from "./parse";

const draw = (words: string, live = false) => render(<MarkdownBody live={live}>{words}</MarkdownBody>).container;

const LOADING = "img, picture, source, iframe, object, embed, video, audio, track, link, meta, style, script, svg image, use, form, base, input, template";

describe("a text written by somebody else", () => {
  test.each(Object.entries(hostile))("loads nothing: %s", (_, words) => {
    const container = draw(words.replaceAll("HOST", "evil.example"));
    expect(container.querySelectorAll(LOADING)).toHaveLength(0);
    for (const element of container.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^(on|src|srcset|style$|background|data$|action|formaction|ping|poster|xlink)/);
        if (name === "href") expect(value).toMatch(/^(https?|mailto):/);
      }
    }
    for (const link of container.querySelectorAll("a")) {
      expect([link.rel, link.target]).toEqual(["noopener noreferrer", "_blank"]);
      expect(link.textContent).toContain("evil.example");
    }
  });

  it("survives nesting and length without end", () => {
    expect(draw(`${">".repeat(20_000)}deep`).textContent).toContain("deep");
    expect(draw(`${"[".repeat(5_000)}x`).textContent).toContain("x");
    expect(draw("a ".repeat(250_000)).textContent).toContain("a a");
  });
});

describe("Markdown", () => {
  it("draws tables, tasks, lists in lists, struck words and breaks", () => {
    const container = draw("| a | b |\n|:--|--:|\n| 1 | 2<br>3 |\n\n- [x] done\n- [ ] open\n\n1. one\n   - ~~two~~\n");
    expect(container.querySelectorAll("td")[1]?.className).toBe("text-right");
    expect(container.querySelectorAll("td br")).toHaveLength(1);
    expect([...container.querySelectorAll("[role=img]")].map((task) => task.getAttribute("aria-label"))).toEqual(["Done", "To do"]);
    expect(container.querySelector("ol ul del")?.textContent).toBe("two");
  });

  it("shows markup as the words it is", () => {
    expect(draw("a <b>bold</b> &lt;i&gt; &copy;\n\n<div>x</div>").textContent).toBe("a <b>bold</b> <i> ©<div>x</div>");
  });

  it("puts the headings of a text below the page's own, without gaps", () => {
    const container = draw("### a\n\n# b\n\n#### c\n\n## d");
    expect([...container.querySelectorAll("h1,h2,h3,h4,h5,h6")].map((each) => each.tagName)).toEqual(["H2", "H2", "H3", "H3"]);
  });

  it("names the place a link leads to unless its words do", () => {
    expect(draw("[the handbook](https://example.org/x?y=1)").textContent).toBe("the handbookexample.org");
    expect(draw("https://example.org/x").textContent).toBe("https://example.org/x");
    expect(draw("[example.org](https://evil.example/)").textContent).toBe("example.orgevil.example");
    expect(draw("<https://example.org@evil.example/>").textContent).toBe("https://example.org@evil.example/evil.example");
  });

  it("shows a picture we keep ourselves", () => {
    expect(draw("![a cat](/v1/artifacts/art_01/content)").querySelector("img")?.getAttribute("src")).toBe("/v1/artifacts/art_01/content");
  });
});

describe("a text that is still being written", () => {
  const TEXT =
    "# Title\n\nSome **bold and *nested* words** with `code`, [a link](https://example.org) and ~~old~~.\n\n- one\n- two\n\n  more of two\n\n" +
    "Para\n- tight\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```py\nx = 1\n\n# not a heading\n```\n\n> quote\n> goes on\n\n1. a\n2. b\n\nThe end.\n\n---\n\n    indented\n\nlast";

  it("becomes what reading it at once gives, whatever the pieces", () => {
    for (const step of [1, 2, 3, 7, 31]) {
      let parsed: Parsed = parse("");
      for (let length = 0; length <= TEXT.length + step; length += step) parsed = grow(parsed, TEXT.slice(0, length));
      expect(parsed.parts.map((part) => part.block)).toEqual(parse(TEXT).parts.map((part) => part.block));
    }
  });

  it("keeps the very same blocks but the last two", () => {
    const before = parse(TEXT);
    const after = grow(before, `${TEXT} words`);
    const same = before.parts.filter((part, index) => after.parts[index]?.block === part.block).length;
    expect(same).toBe(before.parts.length - 2);
    expect(before.parts.map((part) => part.raw).join("")).toBe(TEXT);
  });

  it("lets a definition at the end reach the beginning", () => {
    const words = "[a][r]\n\nb\n\nc\n\nd";
    expect(grow(parse(words), `${words}\n\n[r]: https://example.org`).parts[0]?.block).toMatchObject({ inside: [{ kind: "link" }] });
  });

  test.each([
    ["Some **bo", "Some **bo**"],
    ["Some **bold *both", "Some **bold *both***"],
    ["Some **", "Some "],
    ["A `co", "A `co`"],
    ["A `co` and 2 * 3", "A `co` and 2 * 3"],
    ["See [the han", "See the han"],
    ["See [the handbook](https://exa", "See the handbook"],
    ["![a](http://x", "a"],
    ["Some **bold *", "Some **bold**"],
    ["Here:\n-", "Here:"],
    ["Here:\n##", "Here:"],
    ["```\n**x", "```\n**x"],
    ["* item **b", "* item **b**"],
    ["whole.", "whole."],
    ["**a**\n\nb *c", "**a**\n\nb *c*"],
  ])("is mended at its end: %j", (words, mended) => {
    expect(mend(words)).toBe(mended);
  });

  it("never shows an unfinished mark or turns a sentence into a heading for a moment", () => {
    for (let length = 1; length <= TEXT.length; length++) {
      const blocks = parse(mend(TEXT.slice(0, length))).parts.map((part) => part.block);
      expect(blocks.flatMap(wordsOf).join(" ")).not.toMatch(/\*\*|~~|\]\(/);
      const headings = blocks.filter((block) => block.kind === "heading").flatMap(wordsOf);
      expect(headings.every((heading) => "Title".startsWith(heading))).toBe(true);
    }
  });
});

/** Every sentence in a block, without its code. */
function wordsOf(block: Block): readonly string[] {
  if (block.kind === "list") return block.items.flat().flatMap(wordsOf);
  if (block.kind === "quote") return block.inside.flatMap(wordsOf);
  if (block.kind === "table") return [block.header, ...block.rows].flat().map(plainText);
  return "inside" in block ? [plainText(block.inside.filter((each) => each.kind !== "code"))] : [];
}

describe("addresses", () => {
  it("are opened only where a browser goes by itself", () => {
    expect(destinationOf("https://user:pw@evil.example:8443/x")?.host).toBe("evil.example:8443");
    expect(destinationOf("mailto:a@b.c")?.host).toBe("a@b.c");
    for (const address of ["javascript:x", "java\tscript:x", "data:text/html,x", "//evil.example", "/v1/settings", "notes/a.md", "blob:x", ""]) {
      expect(destinationOf(address)).toBeNull();
    }
    expect(hostOf("notes/a.md")).toBe("notes/a.md");
  });

  it("of this desktop open here, and what only looks like one does not", () => {
    for (const address of ["/school/atividades/atv_1", "/school/calendario?dia=2026-11-23", "/plans/96f3"]) expect(ownPlace(address)).toBe(address);
    for (const address of ["//evil.example", "/\\evil.example", "/v1/settings", "/api/x", "/", "/a/../v1", "/a//b", "notes/a", "/school\n/x", "/a@b"]) {
      expect(ownPlace(address)).toBeNull();
    }
  });

  it("of this desktop are found in a plain sentence, others stay as written", () => {
    expect(ledIn("Criar — [“Lista”](/school/atividades/atv_1), [x](//evil.example) [y](/v1/z)")).toEqual([
      { text: "Criar — ", path: null },
      { text: "“Lista”", path: "/school/atividades/atv_1" },
      { text: ", [x](//evil.example) [y](/v1/z)", path: null },
    ]);
  });

  it("are never taken at their word", () => {
    const evil = { href: "https://evil.example/", host: "evil.example" };
    expect(saysWhere("evil.example", evil)).toBe(true);
    expect(saysWhere("https://EVIL.example/path", evil)).toBe(true);
    for (const words of ["evil.example.org", "good.example", "evil.example@good.example", ""]) expect(saysWhere(words, evil)).toBe(false);
    expect(ownPicture("/v1/artifacts/a/content#x")).toBeNull();
  });

  it("have their references resolved before they are judged", () => {
    expect(decode("java&#115;cript &amp; &nope; &#0; &#x41;")).toBe("javascript & &nope; \ufffd A");
  });
});
