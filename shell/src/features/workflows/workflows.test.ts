import { describe, expect, it } from "vitest";

import type { Envelope, Graph, Step, WorkflowTemplate } from "@/api";
import { layersOf, pictureOf, titleOf } from "@/graphs";
import { differing } from "./differing";
import { targetsOf } from "./envelope";
import { foundTemplates, missingNeeds, pictureSteps } from "./templates";
import { freeId, lineOf, linesOf, spoken } from "./steps";

const step = (id: string, dependencies: string[] = [], rest: Partial<Step> = {}) => ({ id, title: "", kind: "call", dependencies, ...rest }) as Step;
const DIAMOND = [step("d", ["b", "c"]), step("b", ["a"]), step("c", ["a"]), step("a")];
const MEASURE = { width: 10, height: 4, across: 10, down: 2 };

describe("the order of steps", () => {
  it("is one they can run in, whatever order they are written in", () => {
    expect(layersOf(DIAMOND).map((layer) => layer.map(({ id }) => id))).toEqual([["a"], ["b", "c"], ["d"]]);
  });

  it("loses nothing of a graph that goes in circles or waits for nobody knows whom", () => {
    expect(layersOf([step("a", ["b"]), step("b", ["a"]), step("c", ["gone"])]).flat()).toHaveLength(3);
  });

  it("puts steps inside another one below it, with their places", () => {
    const inner = { nodes: [step("draft"), step("polish", ["draft"])] } as Graph;
    const graph = { nodes: [step("report", ["read"], { kind: "workflow", graph: inner }), step("read", [], { title: "Read the notes" })] } as Graph;
    expect(linesOf(graph).map(({ place, depth, after }) => [place, depth, after])).toEqual([
      ["read", 0, []],
      ["report", 0, ["Read the notes"]],
      ["report/draft", 1, []],
      ["report/polish", 1, ["Draft"]],
    ]);
  });
});

describe("the picture", () => {
  it("puts each layer in a column, centred, and draws what waits for what", () => {
    const { width, height, spots, lines, more } = pictureOf(DIAMOND, MEASURE, 40);
    expect([width, height, more]).toEqual([50, 10, 0]);
    expect(spots.map(({ step: { id }, x, y }) => [id, x, y])).toEqual([["a", 0, 3], ["b", 20, 0], ["c", 20, 6], ["d", 40, 3]]);
    expect(lines).toHaveLength(4);
  });

  it("stays small for a graph that is not", () => {
    const many = Array.from({ length: 5_000 }, (_, index) => step(`s${index}`, index === 0 ? [] : ["s0"]));
    const { spots, more } = pictureOf(many, MEASURE, 40);
    expect([spots.length, more]).toEqual([40, 4_960]);
  });
});

describe("a step in its document", () => {
  const text = 'title: T\nsteps:\n  - id: read_all\n    capability: x\n  - {id: "draft", steps: [{id: inner}]}\n  - id: read # again\n';

  it("is found by its id, as YAML or JSON writes it", () => {
    expect([lineOf(text, "read_all"), lineOf(text, "draft"), lineOf(text, "draft/inner"), lineOf(text, "read[3]")]).toEqual([3, 5, 5, 6]);
    expect(lineOf('{"id": "w", "steps": [\n{"id": "a"}]}', "a")).toBe(2);
    expect(lineOf(text, "none")).toBeNull();
  });

  it("is called by its title, or by its id in words", () => {
    expect([titleOf({ id: "read_all-notes", title: "" }), titleOf({ id: "a", title: "Read" })]).toEqual(["Read all notes", "Read"]);
  });
});

describe("words with places to fill", () => {
  it("are read as people would", () => {
    expect(spoken("About {{inputs.topic}}: {{ state.open_points }} and {{steps.read.result.text}}")).toBe("About ‹topic›: ‹open points› and ‹text›");
    expect(spoken("plain {x}")).toBe("plain {x}");
  });
});

describe("copies and differences", () => {
  it("have ids nobody has", () => {
    expect(freeId("weekly", new Set(["weekly"]))).toBe("weekly-2");
    expect(freeId("weekly-2", new Set(["weekly-2", "weekly-3"]))).toBe("weekly-4");
  });

  it("show only the lines in which two texts differ", () => {
    expect(differing("a\nb\nc\nd", "a\nX\nY\nd")).toEqual({ mine: "b\nc", theirs: "X\nY" });
    expect(differing("a\nb", "a\nb\nc")).toEqual({ mine: "", theirs: "c" });
  });
});

describe("what would be allowed", () => {
  const envelope = { calls: { "core.write_file": 2 }, targets: { "core.write_file.path": ["a.md"], "core.write.path": ["no"], "core.delete_file.path": [] } } as unknown as Envelope;

  it("names the targets of each tool, and says where they are not known yet", () => {
    expect(targetsOf("core.write_file", envelope)).toEqual({ said: ["a.md"], open: false });
    expect(targetsOf("core.delete_file", envelope)).toEqual({ said: [], open: true });
    const untold = { calls: { "post.mail": 1 }, targets: { "post.mail": [] } } as unknown as Envelope;
    expect(targetsOf("post.mail", untold)).toEqual({ said: [], open: true });
  });

  it("does not tell what a tool is not given", () => {
    const targets = { "core.exec.command": ["ls"], "core.exec.folder": ["."], "core.exec.env": [null] };
    const command = { calls: { "core.exec": 1 }, targets } as unknown as Envelope;
    expect(targetsOf("core.exec", command)).toEqual({ said: ["ls"], open: false });
  });
});

describe("a template", () => {
  const nodes = [
    { id: "read", title: "Read", kind: "call" as const, asks: false, is_optional: false },
    { id: "look", title: "Look", kind: "human" as const, asks: true, is_optional: false },
    { id: "keep", title: "Keep", kind: "call" as const, asks: false, is_optional: true },
  ];
  const edges = [
    { source: "read", target: "keep" },
    { source: "look", target: "keep" },
  ];

  it("is drawn like the workflow it makes", () => {
    const steps = pictureSteps({ nodes, edges });
    expect(steps.map(({ dependencies, when, interrupt }) => [dependencies, Boolean(when), Boolean(interrupt)])).toEqual([
      [[], false, false],
      [[], false, true],
      [["read", "look"], true, false],
    ]);
    const { spots, lines } = pictureOf(steps, MEASURE, 40);
    expect([spots.map(({ step: { id }, x }) => [id, x]), lines.length]).toEqual([[["read", 0], ["look", 0], ["keep", 20]], 2]);
  });

  it("tells what is missing first that it cannot do without", () => {
    const need = (name: string, is_met: boolean, is_optional: boolean) => ({ kind: "app" as const, name, label: name, is_met, is_optional, note: "" });
    expect(missingNeeds([need("a", false, true), need("b", true, false), need("c", false, false)]).map(({ name }) => name)).toEqual(["c", "a"]);
  });

  it("is found by words, those that can be used first", () => {
    const template = (id: string, is_ready: boolean) => ({ id, title: id, description: "Reads a page", is_ready }) as WorkflowTemplate;
    const all = [template("watch", false), template("tasks", true)];
    expect(foundTemplates(all, " PAGE ").map(({ id }) => id)).toEqual(["tasks", "watch"]);
    expect(foundTemplates(all, "watch").map(({ id }) => id)).toEqual(["watch"]);
  });
});
