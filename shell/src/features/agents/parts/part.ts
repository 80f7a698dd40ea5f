import type { Persona } from "../persona";
import type { Editor } from "../useEditor";

/** What every part of the editor is given. */
export interface PartProps {
  readonly draft: Persona;
  readonly set: Editor["set"];
}
