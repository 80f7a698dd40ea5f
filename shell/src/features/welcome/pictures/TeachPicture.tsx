const PUPILS = [
  { mark: 0.86, ink: "fill-ok" },
  { mark: 0.42, ink: "fill-bad" },
  { mark: 0.7, ink: "fill-warn" },
] as const;

/** A class register under a rising line, with a pencil beside it. */
export function TeachPicture() {
  return (
    <>
      <circle cx="186" cy="56" r="48" className="fill-tint-amber-soft" />
      <g className="stroke-line-strong" strokeWidth="1.25">
        <path d="M28 26 h150 a8 8 0 0 1 8 8 v86 a8 8 0 0 1 -8 8 h-150 a8 8 0 0 1 -8 -8 v-86 a8 8 0 0 1 8 -8 z" className="fill-raised" />
        <path d="M20 50 h166" />
      </g>
      <rect x="34" y="36" width="46" height="6" rx="3" className="fill-tint-amber opacity-70" />
      <rect x="146" y="36" width="26" height="6" rx="3" className="fill-active" />
      {PUPILS.map(({ mark, ink }, row) => (
        <g key={ink} transform={`translate(0 ${60 + row * 22})`}>
          <circle cx="40" cy="7" r="7" className="fill-active" />
          <rect x="53" y="4" width={30 - row * 5} height="6" rx="3" className="fill-active" />
          <rect x="104" y="4" width="68" height="6" rx="3" className="fill-hover" />
          <rect x="104" y="4" width={68 * mark} height="6" rx="3" className={ink} />
        </g>
      ))}
      <g transform="rotate(38 200 92)">
        <rect x="193" y="48" width="14" height="62" rx="2" className="fill-tint-amber" />
        <rect x="193" y="48" width="14" height="10" rx="2" className="fill-bad opacity-80" />
        <path d="M193 110 h14 l-7 15 z" className="fill-tint-amber-soft stroke-tint-amber" strokeWidth="1" />
        <path d="M197.6 120 h4.8 l-2.4 5 z" className="fill-fg" />
      </g>
    </>
  );
}
