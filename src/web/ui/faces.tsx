/**
 * The available faces: seven people and four animals, drawn in one style. A separate chunk: until
 * it is loaded, the first letter takes its place.
 */
import type { ReactNode } from 'react';
import type { FaceName } from '#core/faces.ts';

type Drawn = Exclude<FaceName, 'letter'>;

const INK = '#2b1d14';
const CREAM = '#fff6ea';

const dot = (cx: number, cy: number, r = 1.35) => (
  <circle cx={cx} cy={cy} r={r} fill={INK} stroke="none" />
);
const line = (d: string) => <path d={d} fill="none" />;

interface PersonParts {
  skin: string;
  /** Drawn behind the head, and over the forehead. */
  back?: ReactNode;
  front: ReactNode;
  /** Over everything. */
  extra?: ReactNode;
  ears?: boolean;
}

/** The shirt is in the child's own color. */
const Person = ({ skin, back, front, extra, ears = true }: PersonParts) => (
  <>
    {back}
    <path d="M4.5 42c.8-6.8 7-9.6 15.5-9.6s14.7 2.8 15.5 9.6z" fill="var(--c)" />
    <path d="M16.6 29v4.4c1.8 2 5 2 6.8 0V29z" fill={skin} />
    {ears && (
      <>
        <circle cx={10.6} cy={21.6} r={2.2} fill={skin} />
        <circle cx={29.4} cy={21.6} r={2.2} fill={skin} />
      </>
    )}
    <path
      d="M10.6 19.4c0-6 4-9.6 9.4-9.6s9.4 3.6 9.4 9.6c0 6.8-4 11.8-9.4 11.8s-9.4-5-9.4-11.8z"
      fill={skin}
    />
    <ellipse cx={14.2} cy={25} rx={1.9} ry={1.3} fill="#e4705a" opacity={0.45} stroke="none" />
    <ellipse cx={25.8} cy={25} rx={1.9} ry={1.3} fill="#e4705a" opacity={0.45} stroke="none" />
    {front}
    {dot(16.2, 21.4)}
    {dot(23.8, 21.4)}
    {line('M17 26c1.8 1.9 4.2 1.9 6 0')}
    {extra}
  </>
);

const FACES: Readonly<Record<Drawn, ReactNode>> = {
  boy: (
    <Person
      skin="#f3c6a0"
      front={
        <path
          d="M9.8 20C8.2 11.5 12.6 6 20.2 6c7.8 0 12 5.6 10 14-1.4-1.2-2.2-3-2.6-5-3.2 1.5-6.6 1.5-9.4.2-1.6 2.6-4.4 4.4-8.4 4.8z"
          fill="#7a4a26"
        />
      }
    />
  ),
  girl: (
    <Person
      skin="#f3c6a0"
      ears={false}
      back={
        <path
          d="M8 35.5C5.4 18 8.6 6 20 6s14.6 12 12 29.5c-3 1-5.4.4-7.4-1.2h-9.2c-2 1.6-4.4 2.2-7.4 1.2z"
          fill="#5a3520"
        />
      }
      front={
        <path
          d="M10.4 21c-1-8.4 3-12.4 9.6-12.4S30.6 12.6 29.6 21c-4.2-1-7.6-3.4-9.6-7.4-2 4-5.4 6.4-9.6 7.4z"
          fill="#5a3520"
        />
      }
    />
  ),
  curls: (
    <Person
      skin="#8d5632"
      back={
        <path
          transform="translate(0 1.6)"
          d="M9 25.5a4.6 4.6 0 0 1-3.2-7.6 4.8 4.8 0 0 1 2.6-7.6 5.4 5.4 0 0 1 6.4-5.2 6.2 6.2 0 0 1 10.4 0 5.4 5.4 0 0 1 6.4 5.2 4.8 4.8 0 0 1 2.6 7.6 4.6 4.6 0 0 1-3.2 7.6z"
          fill="#2e1c14"
        />
      }
      front={
        <path
          d="M10.6 19.6a3.1 3.1 0 0 1 2.2-5 3.9 3.9 0 0 1 4.6-3 4.2 4.2 0 0 1 5.2 0 3.9 3.9 0 0 1 4.6 3 3.1 3.1 0 0 1 2.2 5c-2.4-2.6-5.6-3.6-9.4-3.6s-7 1-9.4 3.6z"
          fill="#2e1c14"
        />
      }
    />
  ),
  braids: (
    <Person
      skin="#c98d5e"
      ears={false}
      back={
        <g fill="#3a2417">
          <path d="M9.8 19c-3.6 1.2-4.2 4-3 6-2 1.4-2 3.8-.4 5.2-1.4 1.8-.8 4 1.2 4.8h3.6c1.8-1.4 1.8-3.2.4-4.8 1.6-1.6 1.6-3.8 0-5.2zM30.2 19c3.6 1.2 4.2 4 3 6 2 1.4 2 3.8.4 5.2 1.4 1.8.8 4-1.2 4.8h-3.6c-1.8-1.4-1.8-3.2-.4-4.8-1.6-1.6-1.6-3.8 0-5.2z" />
        </g>
      }
      front={
        <path
          d="M10 20.6C8.6 11.6 12.6 7 20 7s11.4 4.6 10 13.6c-4.6-1.4-8-4.2-10-8.8-2 4.6-5.4 7.4-10 8.8z"
          fill="#3a2417"
        />
      }
      extra={
        <g fill="#f5b21b">
          <path d="M6.6 33.6h5.2v2.8H6.6zM28.2 33.6h5.2v2.8h-5.2z" />
        </g>
      }
    />
  ),
  glasses: (
    <Person
      skin="#e9b98f"
      front={
        <path
          d="M10 19.6C8.4 10.4 12.8 6 20 6s11.6 4.4 10 13.6l-1.8-4.8c-5.4 1-11 1-16.4 0z"
          fill="#241d1a"
        />
      }
      extra={
        <>
          <circle cx={15.8} cy={21.4} r={3.7} fill="none" />
          <circle cx={24.2} cy={21.4} r={3.7} fill="none" />
          {line('M19.5 21c.3-.3.7-.3 1 0')}
        </>
      }
    />
  ),
  headscarf: (
    <Person
      skin="#dba97b"
      ears={false}
      back={
        <path
          d="M20 5C11 5 7.4 11.4 7.6 20c.2 6-1.4 10-3.6 14.5h32C33.8 30 32.2 26 32.4 20 32.6 11.4 29 5 20 5z"
          fill="#7d55a8"
        />
      }
      front={
        <path
          d="M20 5C11 5 7.4 11.4 7.6 20c.2 6-.8 10-3 14.6 3.6 3.8 27.2 3.8 30.8 0-2.2-4.6-3.2-8.6-3-14.6C32.6 11.4 29 5 20 5zm0 5.4c5.4 0 8.6 3.6 8.6 9.2 0 6.4-3.6 10.8-8.6 10.8s-8.6-4.4-8.6-10.8c0-5.6 3.2-9.2 8.6-9.2z"
          fill="#7d55a8"
          fillRule="evenodd"
        />
      }
      extra={line('M11.6 32c4.8 3.2 12 3.2 16.8 0')}
    />
  ),
  freckles: (
    <Person
      skin="#f8d6ba"
      ears={false}
      back={
        <path
          d="M8.6 28.5C5.8 13.5 10.2 6 20 6s14.2 7.5 11.4 22.5c-2.2 1-4.2.8-6-.5H14.6c-1.8 1.3-3.8 1.5-6 .5z"
          fill="#c8642c"
        />
      }
      front={
        <path
          d="M10.2 20.4C9.2 12.4 13 8.4 20 8.4s10.8 4 9.8 12c-3.8-.8-6.8-2.8-8.6-6.2-2.6 3.2-6.4 5.4-11 6.2z"
          fill="#c8642c"
        />
      }
      extra={
        <g fill="#b4602e" stroke="none">
          <circle cx={13.2} cy={24} r={0.7} />
          <circle cx={15} cy={25.2} r={0.7} />
          <circle cx={16.6} cy={24} r={0.7} />
          <circle cx={23.4} cy={24} r={0.7} />
          <circle cx={25} cy={25.2} r={0.7} />
          <circle cx={26.8} cy={24} r={0.7} />
        </g>
      }
    />
  ),
  fox: (
    <>
      <path
        d="M20 35.5c-7 0-12.6-5.8-13.6-13.5L6.2 7.5l8.4 5.3c3.6-1 7.2-1 10.8 0l8.4-5.3-.2 14.5c-1 7.7-6.6 13.5-13.6 13.5z"
        fill="#e27f3d"
      />
      <path
        d="M6.6 23c5 .2 9.6 3.4 13.4 9.6 3.8-6.2 8.4-9.4 13.4-9.6-1.4 7.4-6.8 12.5-13.4 12.5S8 30.4 6.6 23z"
        fill={CREAM}
      />
      {line('M9.6 12.8l2.4 1.6M30.4 12.8l-2.4 1.6')}
      {dot(14.4, 21.2, 1.5)}
      {dot(25.6, 21.2, 1.5)}
      <path d="M17.8 30.6h4.4L20 33.4z" fill={INK} />
    </>
  ),
  owl: (
    <>
      <path
        d="M7.6 8l5.6 3.2c4.4-1.4 9.2-1.4 13.6 0L32.4 8c1.6 7.2 1.4 15-.8 20.4-2 5-6.4 7.9-11.6 7.9S10.4 33.4 8.4 28.4C6.2 23 6 15.2 7.6 8z"
        fill="#b08a5e"
      />
      <circle cx={14.2} cy={20} r={5.3} fill={CREAM} />
      <circle cx={25.8} cy={20} r={5.3} fill={CREAM} />
      {dot(14.8, 20.2, 2.3)}
      {dot(25.2, 20.2, 2.3)}
      <path d="M18 24h4l-2 4z" fill="#f5b21b" />
      {line('M13.4 29.6l1.5 1.4 1.5-1.4M23.6 29.6l1.5 1.4 1.5-1.4M18.5 31.6l1.5 1.4 1.5-1.4')}
    </>
  ),
  rabbit: (
    <>
      <path
        d="M14 18C9.6 9.8 10 4.4 13.2 4.4S18.6 9.6 18 17zM26 18c4.4-8.2 4-13.6.8-13.6S21.4 9.6 22 17z"
        fill="#efe6da"
      />
      {line('M13.6 8c.2 2.3.8 4.5 1.9 6.8M26.4 8c-.2 2.3-.8 4.5-1.9 6.8')}
      <path
        d="M20 14.5c7 0 11.6 4.3 11.6 10.5S27 36 20 36 8.4 31.2 8.4 25 13 14.5 20 14.5z"
        fill="#efe6da"
      />
      <ellipse cx={12.6} cy={28} rx={2.1} ry={1.5} fill="#e4705a" opacity={0.5} stroke="none" />
      <ellipse cx={27.4} cy={28} rx={2.1} ry={1.5} fill="#e4705a" opacity={0.5} stroke="none" />
      {dot(15.4, 23.6, 1.5)}
      {dot(24.6, 23.6, 1.5)}
      <path d="M18.2 27h3.6L20 29z" fill="#e4705a" />
      {line('M20 29v1.4c-1 1.5-2.8 1.6-3.8.5M20 30.4c1 1.5 2.8 1.6 3.8.5')}
    </>
  ),
  bear: (
    <>
      <circle cx={10.5} cy={11.5} r={4.6} fill="#9a6840" />
      <circle cx={29.5} cy={11.5} r={4.6} fill="#9a6840" />
      <path
        d="M20 8.5c8 0 13.4 5.7 13.4 13.5S28 35.5 20 35.5 6.6 29.8 6.6 22 12 8.5 20 8.5z"
        fill="#9a6840"
      />
      <path
        d="M20 22.5c4 0 6.6 2.2 6.6 5.4s-2.6 5.2-6.6 5.2-6.6-2-6.6-5.2 2.6-5.4 6.6-5.4z"
        fill="#efd9bc"
      />
      {dot(13.8, 20, 1.5)}
      {dot(26.2, 20, 1.5)}
      <path d="M17.8 25.4h4.4l-2.2 2.4z" fill={INK} />
      {line('M20 27.8v1.4c-.9 1.2-2.4 1.2-3.2.3M20 29.2c.9 1.2 2.4 1.2 3.2.3')}
    </>
  ),
};

export function Face({ drawing }: { drawing: Drawn }) {
  return (
    <svg
      viewBox="3.5 3.5 33 33"
      width="100%"
      height="100%"
      stroke={INK}
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {FACES[drawing]}
    </svg>
  );
}
