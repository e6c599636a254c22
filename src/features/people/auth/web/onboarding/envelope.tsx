/** An envelope with a stamp, for the cover. Decorative. */
export function Envelope() {
  return (
    <svg viewBox="0 0 120 88" className="envelope wide-only" aria-hidden="true">
      <g transform="rotate(-4 60 44)">
        <rect x={8} y={12} width={104} height={68} rx={8} fill="var(--surface)" />
        <path
          d="M10 18 60 54l50-36"
          fill="none"
          stroke="var(--outline)"
          strokeWidth={2.5}
          strokeLinejoin="round"
        />
        <path d="M22 66h30M22 58h22" stroke="var(--line)" strokeWidth={3} strokeLinecap="round" />
        <rect x={84} y={52} width={20} height={22} fill="var(--plum)" />
        <rect
          x={84}
          y={52}
          width={20}
          height={22}
          fill="none"
          stroke="var(--surface)"
          strokeWidth={2}
          strokeDasharray="2 2"
        />
        <path
          d="M94 56.5l1.7 3.9 4.2.4-3.2 2.8 1 4.1-3.7-2.2-3.7 2.2 1-4.1-3.2-2.8 4.2-.4z"
          fill="var(--on-plum)"
        />
      </g>
    </svg>
  );
}
