/** Graphs as several screens draw them: the steps, and what waits for what. */

export { GraphCard } from "./GraphCard";
export { GraphPicture } from "./GraphPicture";
export { layersOf, titleOf } from "@/flow";
export { type PictureStep, pictureOf } from "./picture";
