/** The pure core of the visual builder: drafts of workflows, edits of them, and everything that can be said about both. */

export * from "./adopt";
export * from "./bindings";
export { canonical } from "./canonical";
export * from "./clipboard";
export * from "./diff";
export * from "./edits";
export * from "./find";
export * from "./history";
export * from "./kinds";
export * from "./layers";
export * from "./layout";
export * from "./locks";
export * from "./merge";
export * from "./model";
export * from "./plans";
export * from "./ports";
export * from "./references";
export * from "./results";
export * from "./runs";
export * from "./switches";
