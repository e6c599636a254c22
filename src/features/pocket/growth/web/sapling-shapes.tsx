/** The shapes of saplings: leaves, ground and grass. Soft edges, no two leaves alike. */
import type { ReactNode } from 'react';

/** The picture's center, and the ground level. */
export const MIDDLE = 110;
export const GROUND = 160;

export type Place = { x: number; y: number };

interface LeafProps extends Place {
  /** In degrees: 0 points right, 90 down. */
  turn: number;
  scale: number;
  tone?: 'deep' | 'mid' | 'light';
}

export const Leaf = ({ x, y, turn, scale, tone = 'mid' }: LeafProps) => (
  <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn}) scale(${scale})`}>
    <path className={`leaf-${tone}`} d="M0 0C5-9 16-10 24-2 17 7 6 7 0 0Z" />
    <path className="leaf-vein" d="M2 0C9-2 14-3 20-2" />
  </g>
);

/** Evenly spread, without a visible pattern, like sunflower seeds. */
export function scattered(count: number, radius: number, from = 0): Place[] {
  return Array.from({ length: count }, (_, at) => {
    const far = radius * Math.sqrt((at + 0.5) / count);
    const angle = (at + from) * 2.399963;
    return { x: Math.cos(angle) * far, y: Math.sin(angle) * far };
  });
}

/** Evenly around a circle, like flower petals. */
export const ring = (count: number, radius: number): Place[] =>
  Array.from({ length: count }, (_, at) => {
    const angle = (at / count) * Math.PI * 2 - Math.PI / 2;
    return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius };
  });

/** A round tuft of leaves with a scalloped edge, as a path. */
export function tuft({ x, y }: Place, radius: number, scallops = 9): string {
  const point = (at: number) => {
    const angle = (at / scallops) * Math.PI * 2;
    return `${(x + Math.cos(angle) * radius).toFixed(1)} ${(y + Math.sin(angle) * radius).toFixed(1)}`;
  };
  const bow = ((radius * Math.PI) / scallops) * 1.12;
  const arcs = Array.from({ length: scallops }, (_, at) => {
    return `A${bow.toFixed(1)} ${bow.toFixed(1)} 0 0 1 ${point(at + 1)}`;
  });
  return `M${point(0)}${arcs.join('')}Z`;
}

const TUFTS = [22, 48, 74, 146, 170, 196];

/** A small hill, as wide as any card; taller saplings have more growing around them. */
export function Ground({ stage, children }: { stage: number; children: ReactNode }) {
  return (
    <>
      <path
        className="hill-far"
        d="M-400 158C-260 128-60 178 0 150 40 128 84 132 120 144s76 2 100-6S420 150 640 138V194H-400Z"
      />
      <path
        className="hill"
        d="M-400 172C-260 160-60 184 0 168 50 154 90 158 118 160s70 2 102 10S480 160 640 172V194H-400Z"
      />
      {children}
      {TUFTS.slice(0, 2 + Math.ceil(stage / 2)).map((x, at) => (
        <Grass key={x} x={x} y={at % 2 === 0 ? 172 : 179} />
      ))}
      {stage > 5 && <Daisy x={36} y={184} />}
      {stage > 6 && <Daisy x={184} y={182} />}
      {stage > 8 && <Daisy x={62} y={188} />}
    </>
  );
}

const Grass = ({ x, y }: Place) => (
  <path
    className="grass"
    d={`M${x} ${y}c-1-5-3-8-6-10M${x} ${y}c0-6 1-10 2-13M${x} ${y}c1-5 4-8 7-9`}
  />
);

const Daisy = ({ x, y }: Place) => (
  <g>
    {ring(5, 2.7).map((petal) => (
      <circle
        key={`${petal.x} ${petal.y}`}
        className="petal"
        cx={x + petal.x}
        cy={y + petal.y}
        r={2}
      />
    ))}
    <circle className="ripe" cx={x} cy={y} r={1.8} />
  </g>
);
