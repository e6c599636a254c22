/** The mark: a sapling of three round crowns. Decorative; the name is next to it. */
export function LogoMark({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 30 30" aria-hidden="true">
      <rect x={13} y={16} width={4} height={12} rx={2} fill="var(--green)" />
      <circle cx={6} cy={16} r={4.4} fill="var(--plum)" stroke="var(--ink)" strokeWidth={1.5} />
      <circle cx={24} cy={16} r={4.4} fill="var(--blue)" stroke="var(--ink)" strokeWidth={1.5} />
      <circle cx={15} cy={9} r={7} fill="var(--gold)" stroke="var(--ink)" strokeWidth={1.5} />
    </svg>
  );
}
