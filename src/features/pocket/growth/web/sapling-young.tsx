/** The first months: a seed under the ground, a sprout, and a stem with its first leaves. */
import { GROUND, Leaf, MIDDLE } from './sapling-shapes.tsx';

/** The stem's height at the beginning of each stage. */
const TALL = [0, 14, 28, 44, 60, 76];

interface YoungProps {
  stage: number;
  part: number;
}

export function Young({ stage, part }: YoungProps) {
  if (stage === 0) return <Seed part={part} />;
  const from = TALL[stage] ?? 0;
  const tall = from + (((TALL[stage + 1] ?? from) - from) * part) / 100;
  return (
    <>
      <path className="earth" d={`M${MIDDLE - 24} ${GROUND + 3}c8-9 40-9 48 0z`} />
      {stage === 1 ? <Sprout tall={tall} /> : <Stem stage={stage} part={part} tall={tall} />}
    </>
  );
}

/** In a cutaway view: it sends out a root first, then a shoot. */
const Seed = ({ part }: { part: number }) => (
  <>
    <path
      className="earth"
      d={`M${MIDDLE - 46} ${GROUND + 1}c14-8 78-8 92 0v22c-20 9-72 9-92 0z`}
    />
    <path
      className="pebble"
      d="M78 174a3 2 0 1 0 6 0a3 2 0 1 0-6 0M138 180a4 2 0 1 0 8 0a4 2 0 1 0-8 0"
    />
    {part >= 25 && <path className="root" d="M110 176c0 4-2 6-1 9M110 177c3 3 4 5 7 6" />}
    {part >= 60 && <path className="shoot" d="M110 168c-1-5 2-7 3-10" />}
    <path className="seed" d="M110 180c-7-1-9-8-2-14 8 4 9 12 2 14z" />
    <path className="seed-light" d="M107 175c-2-2-1-5 1-7" />
  </>
);

/** Bent like a hook; it lifts its first two leaves, still folded. */
const Sprout = ({ tall }: { tall: number }) => {
  const top = GROUND - tall;
  return (
    <>
      <path
        className="stem"
        d={`M${MIDDLE} ${GROUND}C${MIDDLE - 4} ${top + 6} ${MIDDLE - 3} ${top - 4} ${MIDDLE + 4} ${top}`}
      />
      <Leaf x={MIDDLE + 3} y={top} turn={18} scale={0.55} tone="light" />
      <Leaf x={MIDDLE + 3} y={top} turn={-24} scale={0.5} />
    </>
  );
};

/** The leaves' positions on the stem, from below: each stage added a pair. */
const PAIRS = [0.42, 0.66, 0.84];

function Stem({ stage, part, tall }: YoungProps & { tall: number }) {
  const at = (up: number) => ({
    x: MIDDLE - 5 * Math.sin(up * Math.PI),
    y: GROUND - tall * up,
  });
  const top = at(1);
  const half = at(0.5);
  const size = 0.55 + stage * 0.11;
  return (
    <>
      <path
        className="stem"
        style={{ strokeWidth: 2.4 + stage * 0.5 }}
        d={`M${MIDDLE} ${GROUND}Q${half.x - 5} ${half.y} ${top.x} ${top.y}`}
      />
      {PAIRS.slice(0, stage - 1).map((up, place) => {
        const { x, y } = at(up);
        const isNewest = place === stage - 2;
        const scale = size * (isNewest ? 0.55 + part / 250 : 1 - place * 0.08);
        return (
          <g key={up}>
            <Leaf x={x} y={y} turn={-14 - place * 8} scale={scale} tone="mid" />
            <Leaf x={x} y={y + 3} turn={196 + place * 7} scale={scale * 0.94} tone="deep" />
          </g>
        );
      })}
      <Leaf {...top} turn={-58} scale={size * 0.8} tone="light" />
      <Leaf {...top} turn={-128} scale={size * 0.72} tone="mid" />
    </>
  );
}
