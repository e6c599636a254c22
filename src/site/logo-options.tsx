/** Three ways to draw the family tree. The first is Satling's mark. Decorative. */
import { LogoMark } from '#web/ui/logo.tsx';

interface Size {
  size: number;
}

const RIM = { stroke: 'var(--ink)', strokeWidth: 1.5 } as const;

/** A sapling: one tall crown between two small ones. */
export function Sapling({ size }: Size) {
  return <LogoMark size={size} />;
}

/** Two big crowns hold two small ones, on branches that come from one trunk. */
export function Branches({ size }: Size) {
  return (
    <svg width={size} height={size} viewBox="0 0 30 30" aria-hidden="true">
      <path
        d="M15 28.5V17M15 24 6 18.5M15 24l9-5.5M15 19l-5-8M15 19l5-8"
        fill="none"
        stroke="var(--green)"
        strokeWidth={2.6}
        strokeLinecap="round"
      />
      <circle cx={9.5} cy={8} r={5.5} fill="var(--gold)" {...RIM} />
      <circle cx={20.5} cy={8} r={5.5} fill="var(--blue)" {...RIM} />
      <circle cx={5} cy={19} r={3.5} fill="var(--plum)" {...RIM} />
      <circle cx={25} cy={19} r={3.5} fill="var(--plum)" {...RIM} />
    </svg>
  );
}

/** A tree with a stamp for a crown, growing out of an open book. */
export function BookTree({ size }: Size) {
  return (
    <svg width={size} height={size} viewBox="0 0 30 30" aria-hidden="true">
      <path
        d="M15 26c-3-2.2-7-2.6-12-2.2v-6c5-.4 9 0 12 2.2 3-2.2 7-2.6 12-2.2v6c-5-.4-9 0-12 2.2z"
        fill="var(--green)"
        strokeLinejoin="round"
        {...RIM}
      />
      <path d="M15 25.5V13" stroke="var(--ink)" strokeWidth={1.8} strokeLinecap="round" />
      <rect x={9.5} y={2} width={11} height={12} rx={2.5} fill="var(--gold)" {...RIM} />
      <circle cx={15} cy={6.5} r={1.9} fill="var(--ink)" />
      <circle cx={12.3} cy={10.5} r={1.4} fill="var(--ink)" />
      <circle cx={17.7} cy={10.5} r={1.4} fill="var(--ink)" />
    </svg>
  );
}
