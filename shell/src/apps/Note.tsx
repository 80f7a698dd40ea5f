/** A sentence where rows or a picture will be. */
export function Note({ children }: { readonly children: string }) {
  return <p className="rounded-lg border border-dashed border-line-strong px-4 py-5 text-center text-sm text-muted">{children}</p>;
}
