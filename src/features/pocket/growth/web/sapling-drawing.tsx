/** Today's sapling. Its description, `saplingText`, is next to it. */
import type { Sapling } from '#features/pocket/growth/sapling/contract.ts';
import { Ground } from './sapling-shapes.tsx';
import { Tree } from './sapling-tree.tsx';
import { Young } from './sapling-young.tsx';
import './sapling.css';

const FIRST_TREE = 5;

/** Decorative. */
export function SaplingDrawing({ stage, part }: Sapling) {
  return (
    <svg
      className="sapling-drawing"
      viewBox="0 0 220 194"
      preserveAspectRatio="xMidYMax"
      aria-hidden="true"
    >
      <circle className="sun" cx={178} cy={38} r={15} />
      <Ground stage={stage}>
        {stage < FIRST_TREE ? (
          <Young stage={stage} part={part} />
        ) : (
          <Tree stage={stage} part={part} />
        )}
      </Ground>
    </svg>
  );
}
