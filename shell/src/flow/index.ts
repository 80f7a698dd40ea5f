/** The pure core of the visual builder: drafts of workflows, edits of them, and everything that can be said about both. */

export * from "./bindings";
export * from "./edits";
export { editsOf } from "./exact";
export * from "./kinds";
export { layersOf } from "./layers";
export * from "./layout";
export * from "./model";
export * from "./ports";
