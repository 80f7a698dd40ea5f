/** How many things wait, beside an icon. The link it stands in says it in words. */
export function DockCount({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      className="absolute -top-0.5 -right-0.5 inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[10px] font-semibold text-on-accent tabular-nums"
    >
      {count > 99 ? "99+" : count}
    </span>
  );
}
