/** Memory wherever it is seen besides its own screen: on the page of a project. Those screens load its words. */

export { FileEdits } from "./FileEdits";
