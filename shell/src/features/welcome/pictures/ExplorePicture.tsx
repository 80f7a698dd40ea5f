/** Windows of a desktop with a compass over them. */
export function ExplorePicture() {
  return (
    <>
      <circle cx="120" cy="62" r="58" className="fill-tint-teal-soft" />
      <g className="stroke-line-strong" strokeWidth="1.25">
        <rect x="20" y="24" width="92" height="62" rx="8" className="fill-raised" />
        <rect x="142" y="40" width="78" height="86" rx="8" className="fill-raised" />
        <rect x="44" y="96" width="82" height="32" rx="8" className="fill-raised" />
      </g>
      <rect x="32" y="36" width="40" height="6" rx="3" className="fill-active" />
      <rect x="32" y="50" width="66" height="5" rx="2.5" className="fill-hover" />
      <rect x="32" y="61" width="54" height="5" rx="2.5" className="fill-hover" />
      <rect x="154" y="52" width="30" height="6" rx="3" className="fill-active" />
      {[70, 88, 106].map((top, row) => (
        <g key={top}>
          <circle cx="160" cy={top} r="4" className={["fill-ok", "fill-run", "fill-warn"][row]} />
          <rect x="170" y={top - 3} width={38 - row * 7} height="6" rx="3" className="fill-hover" />
        </g>
      ))}
      <rect x="56" y="108" width="34" height="8" rx="4" className="fill-accent opacity-80" />
      <rect x="96" y="109" width="18" height="6" rx="3" className="fill-hover" />
      <circle cx="122" cy="74" r="25" className="fill-panel stroke-tint-teal" strokeWidth="2" />
      <g transform="rotate(40 122 74)">
        <path d="M122 56 l5.5 18 h-11 z" className="fill-accent" />
        <path d="M122 92 l5.5 -18 h-11 z" className="fill-line-strong" />
      </g>
      <circle cx="122" cy="74" r="2.5" className="fill-panel" />
    </>
  );
}
