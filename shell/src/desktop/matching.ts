/** Whether a label is what somebody types. Pure. */

const plain = (text: string) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();

/** Every word typed begins a word of the label, accents aside. */
export function isSaid(typed: string, label: string): boolean {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  const said = plain(label).split(/[^\p{L}\p{N}]+/u);
  return wanted.every((word) => said.some((each) => each.startsWith(word)));
}
