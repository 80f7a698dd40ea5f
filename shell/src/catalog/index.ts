/** What there is to choose from, the same wherever it is chosen: capabilities with their effects, models with their facts. */

export {
  appTitle,
  capabilityTitle,
  categoryTitle,
  type Effect,
  EFFECTS,
  LOOKING,
  type Shelf,
  shelves,
  withWords,
} from "./capabilities";
export { useAppTitle } from "./useAppTitle";
export { EffectBadge, effectIcon } from "./EffectBadge";
export { FactBadges } from "./FactBadges";
export { factWords, isProbed, modelName, nowWords, sizeLine, splitModel } from "./models";
export { type Allowed, covers, type Decision, decisionOf, permitted, type Policy } from "./policy";
export { ProbeButton } from "./ProbeButton";
export { factsOf, newsApps } from "./purposes";
