export * from "./approvals";
export * from "./artifacts";
export * from "./changes";
export * from "./conversations";
export * from "./home";
export * from "./models";
export * from "./runs";
export * from "./settings";
