import { documentOf } from "../kinds";
import { DocumentSheet } from "../reader/DocumentSheet";
import { readPlace } from "../reader/place";
import { useOpenSource } from "./openSource";

/** The source somebody opened where there is no room beside the talk; nothing otherwise. */
export function OpenSource() {
  const passage = useOpenSource((state) => state.passage);
  if (passage === null) return null;
  const search = passage.path.includes("?") ? passage.path.slice(passage.path.indexOf("?")) : "";
  return <DocumentSheet key={passage.path} id={documentOf(passage.ref)} place={readPlace(search)} onClose={() => useOpenSource.setState({ passage: null })} />;
}
