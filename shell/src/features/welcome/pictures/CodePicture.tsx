const LINES = [
  { indent: 0, parts: [["fill-code-keyword", 20], ["fill-code-name", 40]] },
  { indent: 12, parts: [["fill-code-string", 58]], mark: "gone" },
  { indent: 12, parts: [["fill-code-name", 26], ["fill-code-string", 52]], mark: "added" },
  { indent: 12, parts: [["fill-code-keyword", 24], ["fill-active", 34]] },
] as const;

/** A window with a proposed change in it, and the branch it would join. */
export function CodePicture() {
  return (
    <>
      <circle cx="56" cy="52" r="48" className="fill-tint-indigo-soft" />
      <rect x="22" y="22" width="158" height="106" rx="9" className="fill-raised stroke-line-strong" strokeWidth="1.25" />
      <path d="M22 42 h158" className="stroke-line" />
      {[34, 44, 54].map((left) => (
        <circle key={left} cx={left} cy="32" r="3" className="fill-active" />
      ))}
      {LINES.map((line, row) => {
        const mark = "mark" in line ? line.mark : undefined;
        let left = 46 + line.indent;
        return (
          <g key={row} transform={`translate(0 ${52 + row * 18})`}>
            {mark && <rect x="23" y="-5" width="156" height="17" className={mark === "added" ? "fill-ok-soft" : "fill-bad-soft"} />}
            {mark && <rect x="23" y="-5" width="3" height="17" className={mark === "added" ? "fill-ok" : "fill-bad"} />}
            <rect x="33" y="1" width="6" height="5" rx="2" className="fill-active" />
            {line.parts.map(([ink, wide]) => {
              const at = left;
              left += wide + 6;
              return <rect key={at} x={at} y="1" width={wide} height="5" rx="2.5" className={`${ink} opacity-80`} />;
            })}
          </g>
        );
      })}
      <g fill="none" className="stroke-accent" strokeWidth="2" strokeLinecap="round">
        <path d="M206 34 v84" />
        <path d="M206 92 C206 74 224 82 224 62" />
      </g>
      {[
        [206, 34],
        [206, 118],
        [224, 58],
      ].map(([x, y]) => (
        <circle key={`${x}/${y}`} cx={x} cy={y} r="5.5" className="fill-panel stroke-accent" strokeWidth="2" />
      ))}
    </>
  );
}
