import { classes } from "@/ui";

const ROWS = [
  [0.9, 0.7, 0.8],
  [0.5, 0.35, 0.45],
  [0.75, 0.85, 0.65],
  [0.3, 0.55, 0.4],
] as const;

const INKS = (share: number) => (share < 0.5 ? "text-bad" : share < 0.7 ? "text-warn" : "text-ok");

/** A table of marks and what comes of it, drawn with the colours of the theme. */
export function GradesPicture({ label, className }: { readonly label: string; readonly className?: string }) {
  return (
    <svg viewBox="0 0 360 168" role="img" aria-label={label} className={classes("overflow-visible", className)}>
      <rect x="8" y="8" width="204" height="152" rx="10" className="fill-raised stroke-line-strong" />
      <rect x="24" y="22" width="44" height="6" rx="3" className="fill-active" />
      {[0, 1, 2].map((column) => (
        <rect key={column} x={98 + column * 38} y="22" width="24" height="6" rx="3" className="fill-active" />
      ))}
      {ROWS.map((row, index) => (
        <g key={index}>
          <line x1="8" x2="212" y1={38 + index * 30} y2={38 + index * 30} className="stroke-line" />
          <circle cx="30" cy={53 + index * 30} r="6" className="fill-active" />
          <rect x="42" y={50 + index * 30} width={34 - (index % 2) * 10} height="6" rx="3" className="fill-active" />
          {row.map((share, column) => (
            <g key={column} className={INKS(share)}>
              <rect x={96 + column * 38} y={45 + index * 30} width="28" height="16" rx="5" fill="currentColor" opacity="0.14" />
              <rect x={103 + column * 38} y={51 + index * 30} width="14" height="4" rx="2" fill="currentColor" opacity="0.8" />
            </g>
          ))}
        </g>
      ))}
      <path d="M212 84 C232 84 232 44 250 44 M212 84 C232 84 232 124 250 124" fill="none" className="stroke-line-strong" strokeWidth="1.25" />
      {[20, 100].map((top, index) => (
        <g key={top}>
          <rect x="250" y={top} width="102" height="48" rx="8" className="fill-raised stroke-line" />
          <circle cx="266" cy={top + 16} r="4" className={index === 0 ? "fill-bad" : "fill-accent"} />
          <rect x="278" y={top + 12} width="58" height="7" rx="3.5" className="fill-active" />
          <rect x="262" y={top + 30} width="76" height="6" rx="3" className="fill-hover" />
          <rect x="262" y={top + 30} width={index === 0 ? 52 : 34} height="6" rx="3" className={index === 0 ? "fill-bad opacity-40" : "fill-accent opacity-40"} />
        </g>
      ))}
    </svg>
  );
}
