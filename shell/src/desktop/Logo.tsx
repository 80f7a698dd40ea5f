/** The mark of the system. */
export function Logo() {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className="size-6 shrink-0 text-fg">
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <path
        d="M10 22.5 16 9l6 13.5M12.4 17.6h7.2"
        fill="none"
        className="stroke-panel"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
