import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { SourcePanel } from "./SourcePanel";

test("every value of the file a plan came from is shown, with its place or as kept", () => {
  render(
    <SourcePanel
      source={{
        format: "plan",
        read: [{ path: "title", value: "Protect the API", field: "title" }],
        kept: [{ path: "glossary[0].term", value: "JWT", field: null }],
        read_count: 1,
        kept_count: 3,
      }}
    />,
  );
  expect(screen.getByText("1 of its values are in the plan, 3 are kept as they were. Nothing was left out.")).toBeTruthy();
  expect(screen.getByText("title → title")).toBeTruthy();
  expect(screen.getByText("glossary[0].term")).toBeTruthy();
  expect(screen.getByText("JWT")).toBeTruthy();
  expect(screen.getByText("And 2 more.")).toBeTruthy();
});
