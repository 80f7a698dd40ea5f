import { render } from "@testing-library/react";
import { expect, test } from "vitest";

import { hostOf, MarkdownBody } from "./MarkdownBody";

const HOSTILE = [
  "![a](https://evil.example/a.png)",
  "![a][r]\n\n[r]: https://evil.example/a.png",
  "[a](https://evil.example/)",
  "[a][r]\n\n[r]: https://evil.example/",
  "<https://evil.example/>",
  "https://evil.example/auto",
  "<img src=https://evil.example/a>",
  "<iframe src=https://evil.example></iframe>",
  "<script>fetch('https://evil.example')</script>",
  "<style>@import 'https://evil.example'</style>",
  "[a](javascript:alert(1))",
  "[a](data:text/html,x)",
  "![a](//evil.example/a.png)",
  "![a](/v1/settings)",
  "![a](/v1/artifacts/../settings/content)",
];

test.each(HOSTILE)("nothing in %j can load or lead anywhere", (words) => {
  const { container } = render(<MarkdownBody>{words}</MarkdownBody>);
  expect(container.querySelectorAll("a, img, iframe, script, style, [href], [src]")).toHaveLength(0);
});

test("a link shows its words and where it leads", () => {
  const { container } = render(<MarkdownBody>{"[the handbook](https://example.org/x?y=1)"}</MarkdownBody>);
  expect(container.textContent).toBe("the handbookexample.org");
});

test("a picture we keep ourselves is shown", () => {
  const { container } = render(<MarkdownBody>{"![a cat](/v1/artifacts/art_01/content)"}</MarkdownBody>);
  expect(container.querySelector("img")?.getAttribute("src")).toBe("/v1/artifacts/art_01/content");
});

test("the host of an address is what a person needs to see", () => {
  expect(hostOf("https://user:pw@evil.example:8443/x")).toBe("evil.example:8443");
  expect(hostOf("mailto:a@b.c")).toBe("mailto");
  expect(hostOf("notes/a.md")).toBe("notes/a.md");
});
