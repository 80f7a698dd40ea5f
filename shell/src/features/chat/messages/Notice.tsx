/** A line from the system itself. */
export function Notice({ text }: { readonly text: string }) {
  return <p className="self-center text-center text-xs text-muted">{text}</p>;
}
