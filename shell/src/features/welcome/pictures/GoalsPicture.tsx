/** A path that climbs to a target, past what was reached on the way. */
export function GoalsPicture() {
  return (
    <>
      <circle cx="184" cy="52" r="48" className="fill-tint-green-soft" />
      <g fill="none" strokeWidth="1.5">
        <circle cx="184" cy="52" r="34" className="fill-raised stroke-line-strong" />
        <circle cx="184" cy="52" r="22" className="stroke-tint-green opacity-50" strokeWidth="6" />
      </g>
      <circle cx="184" cy="52" r="8" className="fill-tint-green" />
      <path d="M18 128 h204" className="stroke-line-strong" strokeWidth="1.25" />
      {[
        [30, 22],
        [62, 36],
        [94, 30],
        [126, 50],
      ].map(([left = 0, tall = 0]) => (
        <rect key={left} x={left} y={128 - tall} width="20" height={tall} rx="4" className="fill-active" />
      ))}
      <path
        d="M26 106 C52 98 60 84 78 86 S112 92 132 72 S158 60 176 54"
        fill="none"
        className="stroke-accent"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <circle cx="78" cy="86" r="5" className="fill-panel stroke-accent" strokeWidth="2.5" />
      <circle cx="132" cy="72" r="5" className="fill-panel stroke-accent" strokeWidth="2.5" />
      <g>
        <path d="M206 12 v26" className="stroke-fg" strokeWidth="1.75" strokeLinecap="round" />
        <path d="M206 12 l20 6.5 l-20 6.5 z" className="fill-tint-green" />
      </g>
    </>
  );
}
