import { classes } from "@/ui";

const PILLARS = [
  { x: 60, ink: "text-run", share: 0.92 },
  { x: 180, ink: "text-ok", share: 0.74 },
  { x: 300, ink: "text-warn", share: 0.46 },
] as const;

const ROUND = 2 * Math.PI * 11;

/** A company, its pillars and what each came to, drawn with the colours of the theme. */
export function StrategyPicture({ label, className }: { readonly label: string; readonly className?: string }) {
  return (
    <svg viewBox="0 0 360 176" role="img" aria-label={label} className={classes("overflow-visible", className)}>
      {PILLARS.map(({ x }) => (
        <path key={x} d={`M180 40 C180 62 ${x} 50 ${x} 74`} fill="none" className="stroke-line-strong" strokeWidth="1.25" />
      ))}
      <rect x="128" y="8" width="104" height="32" rx="8" className="fill-raised stroke-line-strong" />
      <circle cx="146" cy="24" r="4" className="fill-accent" />
      <rect x="158" y="20" width="56" height="8" rx="4" className="fill-active" />
      {PILLARS.map(({ x, ink, share }) => (
        <g key={x} className={ink}>
          <rect x={x - 52} y="74" width="104" height="44" rx="8" className="fill-raised stroke-line" />
          <circle cx={x - 30} cy="96" r="11" fill="none" className="stroke-active" strokeWidth="4" />
          <circle
            cx={x - 30}
            cy="96"
            r="11"
            fill="none"
            stroke="currentColor"
            strokeWidth="4"
            strokeLinecap="round"
            strokeDasharray={`${ROUND * share} ${ROUND}`}
            transform={`rotate(-90 ${x - 30} 96)`}
          />
          <rect x={x - 10} y="87" width="46" height="7" rx="3.5" className="fill-active" />
          <rect x={x - 10} y="99" width="30" height="6" rx="3" className="fill-active opacity-70" />
          {[0, 1].map((row) => (
            <g key={row}>
              <rect x={x - 52} y={128 + row * 18} width="104" height="12" rx="6" className="fill-hover" />
              <rect x={x - 52} y={128 + row * 18} width={Math.max(18, 104 * share * (row === 0 ? 1 : 0.72))} height="12" rx="6" fill="currentColor" opacity={row === 0 ? 0.28 : 0.18} />
            </g>
          ))}
        </g>
      ))}
    </svg>
  );
}
