/** The three patterned fills of a pie (dots, stripes, grid); the other three slots are plain. */
import { SLOTS } from '#core/faces.ts';

const CELL = { patternUnits: 'userSpaceOnUse' as const, width: 0.12, height: 0.12 };

export function PiePatterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-1`} {...CELL}>
        <rect width={0.12} height={0.12} fill="var(--c2)" />
        <circle cx={0.06} cy={0.06} r={0.022} fill="var(--ink)" />
      </pattern>
      <pattern id={`${id}-3`} {...CELL} patternTransform="rotate(45)">
        <rect width={0.12} height={0.12} fill="var(--c4)" />
        <rect width={0.035} height={0.12} fill="var(--ink)" />
      </pattern>
      <pattern id={`${id}-5`} {...CELL}>
        <rect width={0.12} height={0.12} fill="var(--c6)" />
        <path d="M0 0H.12M0 0V.12" stroke="var(--ink)" strokeWidth={0.03} />
      </pattern>
    </defs>
  );
}

export function patternFill(id: string, slot: number): string {
  const place = slot % SLOTS;
  return place % 2 === 1 ? `url(#${id}-${place})` : `var(--c${place + 1})`;
}
