/** From half a year on: a trunk, a crown that fills, later blossoms, fruit, a bird and a swing. */
import { GROUND, Leaf, MIDDLE, ring, scattered, tuft } from './sapling-shapes.tsx';

/** By stage, from the fifth: the trunk's height and width, the crown's radius and its tufts. */
const SHAPES = [
  { trunk: 62, width: 4, crown: 20, tufts: 3 },
  { trunk: 66, width: 6, crown: 28, tufts: 5 },
  { trunk: 70, width: 8, crown: 36, tufts: 7 },
  { trunk: 73, width: 11, crown: 43, tufts: 9 },
  { trunk: 76, width: 14, crown: 49, tufts: 11 },
  { trunk: 79, width: 17, crown: 54, tufts: 13 },
  { trunk: 82, width: 21, crown: 59, tufts: 16 },
] as const;
const FIRST = 5;
/** Features that appear with age. */
const [BLOSSOM, FRUIT, BIRD, SWING] = [8, 9, 10, 11];

interface TreeProps {
  stage: number;
  part: number;
}

/** Interpolates everything between two stages. */
function shapeOf({ stage, part }: TreeProps) {
  const from = SHAPES[stage - FIRST] ?? SHAPES[0];
  const to = SHAPES[stage - FIRST + 1] ?? from;
  const grown = (key: 'trunk' | 'width' | 'crown') =>
    from[key] + ((to[key] - from[key]) * part) / 100;
  return { trunk: grown('trunk'), width: grown('width'), crown: grown('crown'), tufts: from.tufts };
}

export function Tree({ stage, part }: TreeProps) {
  const { trunk, width, crown, tufts } = shapeOf({ stage, part });
  const heart = { x: MIDDLE, y: GROUND - trunk };
  return (
    <>
      {stage < FIRST + 2 && <Stake />}
      <Trunk width={width} top={heart.y} />
      <Crown heart={heart} crown={crown} tufts={tufts} />
      <g transform={`translate(${heart.x} ${heart.y})`}>
        <NewLeaves count={6 + Math.floor(part / 4)} crown={crown} />
        {stage >= BLOSSOM && <Blossoms count={(stage - 7) * 4} crown={crown} />}
        {stage >= FRUIT && <Fruit count={(stage - 8) * 3 + Math.floor(part / 34)} crown={crown} />}
      </g>
      {stage >= BIRD && <Bird x={heart.x - crown * 0.52} y={heart.y + crown * 0.62} />}
      {stage >= SWING && <Swing x={heart.x + crown * 0.62} top={heart.y + crown * 0.4} />}
    </>
  );
}

/** Supports a young tree in the wind. */
const Stake = () => (
  <>
    <path className="stake" d={`M${MIDDLE + 13} ${GROUND + 3}v-52`} />
    <path className="ribbon" d={`M${MIDDLE} ${GROUND - 36}c5-3 9-3 13 0s-4 5-8 3`} />
  </>
);

function Trunk({ width, top }: { width: number; top: number }) {
  const [left, right] = [MIDDLE - width / 2, MIDDLE + width / 2];
  const foot = width * 0.55;
  const thin = width * 0.28;
  const branch = (way: 1 | -1) =>
    `M${MIDDLE} ${top + 26}C${MIDDLE + way * 4} ${top + 14} ${MIDDLE + way * 16} ${top + 12} ${MIDDLE + way * 22} ${top - 4}`;
  return (
    <>
      <path
        className="bark"
        d={`M${left - foot} ${GROUND + 3}C${left} ${GROUND - 8} ${left + 1} ${top + 30} ${MIDDLE - thin} ${top}H${MIDDLE + thin}C${right - 1} ${top + 30} ${right} ${GROUND - 8} ${right + foot} ${GROUND + 3}Z`}
      />
      {width > 7 && (
        <path
          className="bark-line"
          d={`M${MIDDLE - 1} ${GROUND - 6}c-2-9 1-14 0-22M${MIDDLE + 3} ${GROUND - 2}c0-6 1-8 0-12`}
        />
      )}
      <path className="branch" style={{ strokeWidth: 1.4 + width * 0.3 }} d={branch(1)} />
      <path className="branch" style={{ strokeWidth: 1.4 + width * 0.26 }} d={branch(-1)} />
    </>
  );
}

interface CrownProps {
  heart: { x: number; y: number };
  crown: number;
  tufts: number;
}

/** Tufts at the back are dark; those in the light are light. */
function Crown({ heart, crown, tufts }: CrownProps) {
  const places = scattered(tufts, crown * 0.66, 1).map(({ x, y }) => ({
    x: heart.x + x * 1.08,
    y: heart.y + y * 0.86,
  }));
  const lit = places.map(({ x, y }) => ({ x: x - crown * 0.06, y: y - crown * 0.12 }));
  const path = (some: typeof places, part: number) =>
    some.map((place) => tuft(place, crown * part)).join('');
  const upper = lit.filter(({ y }) => y < heart.y + crown * 0.16);
  return (
    <>
      <path className="leaf-deep" d={path(places, 0.44)} />
      <path className="leaf-mid" d={path(lit, 0.34)} />
      <path className="leaf-light" d={path(upper.slice(0, Math.ceil(tufts / 2)), 0.2)} />
    </>
  );
}

/** A few more every day: a close observer sees it grow. */
const NewLeaves = ({ count, crown }: { count: number; crown: number }) =>
  scattered(count, crown * 0.92, 3).map(({ x, y }, at) => (
    <Leaf
      key={`${x} ${y}`}
      x={x}
      y={y * 0.86}
      turn={(at * 67) % 360}
      scale={0.24 + crown / 340}
      tone={at % 3 === 0 ? 'light' : 'mid'}
    />
  ));

const Blossoms = ({ count, crown }: { count: number; crown: number }) =>
  scattered(count, crown * 0.84, 7).map(({ x, y }) => (
    <g key={`${x} ${y}`} transform={`translate(${x.toFixed(1)} ${(y * 0.84).toFixed(1)})`}>
      {ring(5, 2.3).map((petal) => (
        <circle
          key={`${petal.x} ${petal.y}`}
          className="blossom"
          cx={petal.x}
          cy={petal.y}
          r={1.9}
        />
      ))}
      <circle className="ripe" r={1.3} />
    </g>
  ));

const Fruit = ({ count, crown }: { count: number; crown: number }) =>
  scattered(count, crown * 0.86, 12).map(({ x, y }) => (
    <g key={`${x} ${y}`} transform={`translate(${x.toFixed(1)} ${(y * 0.8 + 4).toFixed(1)})`}>
      <path className="branch" style={{ strokeWidth: 1 }} d="M0-3c0-2 1-3 2-4" />
      <circle className="ripe" r={3.7} />
      <path className="shine" d="M-1.8-1a2.4 2.4 0 0 1 1.6-1.4" />
    </g>
  ));

const Bird = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
    <path className="branch" style={{ strokeWidth: 2.4 }} d="M26-2C14 4 4 5-14 4" />
    <path className="bird" d="M-9 1c-3-8 3-13 8-11 2-4 8-3 8 1 3 4 1 10-6 10l-9 5z" />
    <path className="beak" d="M7-8l5 1.500-4.500 2z" />
    <circle className="eye" cx={3.6} cy={-8.6} r={0.9} />
  </g>
);

const Swing = ({ x, top }: { x: number; top: number }) => (
  <>
    <path
      className="rope"
      d={`M${x - 7} ${top}L${x - 8} ${GROUND - 14}M${x + 7} ${top}L${x + 8} ${GROUND - 14}`}
    />
    <path className="stake" d={`M${x - 11} ${GROUND - 13}h22`} />
  </>
);
