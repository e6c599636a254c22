/**
 * Savings over time: a ruled page with stairs, pay days and gifts on the line, spending along the
 * bottom. A finger, a mouse or the arrow keys move through the points; a table has the same
 * figures. No prices, and no colors for more and less.
 */
import { t } from '@lingui/core/macro';
import { type PointerEvent, useState } from 'react';
import { satsOf } from '#web/amounts.ts';
import { datedText, dateText } from '#web/dates.ts';
import { Button } from './button.tsx';
import {
  afterKey,
  type GrowthPoint,
  MARKS,
  type MarkKind,
  nearest,
  PARTS,
  type PartKind,
  type Picture,
  pictureOf,
  type Spot,
} from './growth-maths.ts';
import { MoneyText } from './money.tsx';
import { groupedSats, satsText, satsWithValue } from './money-text.ts';
import './growth-chart.css';

export interface GrowthChartProps {
  /** A few words that name the image and the table. */
  title: string;
  points: readonly GrowthPoint[];
  /** The changes between the first point and the last one; signed, BTC as in the API. */
  parts: Readonly<Record<PartKind, string>>;
  /** Shown instead if there is nothing to draw. */
  empty: string;
  /** For adults: with the current value of the savings in the family's currency. */
  valued?: boolean;
  /** On paper: nothing to press, nothing chosen. */
  still?: boolean;
}

export function GrowthChart(props: GrowthChartProps) {
  const { title, points, parts, empty, valued = false, still = false } = props;
  const [asTable, setAsTable] = useState(false);
  const picture = pictureOf(points);
  if (!picture) return <p className="sub">{empty}</p>;
  return (
    <div className="growth">
      {asTable ? (
        <GrowthTable title={title} picture={picture} />
      ) : (
        <Drawing
          title={title}
          picture={picture}
          summary={summaryText(picture, parts, valued ? satsWithValue : satsText)}
          valued={valued}
          still={still}
        />
      )}
      {!still && (
        <div className="growth-switch">
          <Button look="quiet" small onClick={() => setAsTable(!asTable)}>
            {asTable ? t`Show as picture` : t`Show as table`}
          </Button>
        </div>
      )}
    </div>
  );
}

/** From this many points on, the marks are small. */
const DENSE = 40;

interface PartProps {
  title: string;
  picture: Picture;
}

interface DrawingProps extends PartProps {
  summary: string;
  valued: boolean;
  still: boolean;
}

function Drawing({ title, picture, summary, valued, still }: DrawingProps) {
  const { spots } = picture;
  const [chosen, choose] = useState<number>();
  const last = spots.length - 1;
  // Another span may have fewer points.
  const at = Math.min(chosen ?? last, last);
  const spot = spots[at] as Spot;
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = (currentTarget.parentElement ?? currentTarget).getBoundingClientRect();
    choose(nearest(spots.length, (clientX - left) / width));
  };
  return (
    <>
      {!still && <Reading spot={spot} valued={valued} />}
      <div className="growth-frame" data-dense={spots.length > DENSE}>
        <Plot title={title} picture={picture} summary={summary} />
        {!still && (
          <div
            className="growth-touch"
            role="slider"
            tabIndex={0}
            aria-label={t`${title}: move through the days`}
            aria-valuemin={0}
            aria-valuemax={last}
            aria-valuenow={at}
            aria-valuetext={spokenText(spot)}
            onPointerMove={follow}
            onPointerDown={follow}
            onKeyDown={(event) => {
              const next = afterKey(event.key, at, last);
              if (next === undefined) return;
              event.preventDefault();
              choose(next);
            }}
          />
        )}
        {!still && (
          <>
            <span className="growth-hair" style={{ left: `${spot.x}%` }} />
            <span className="growth-ring" style={{ left: `${spot.x}%`, top: `${spot.y}%` }} />
          </>
        )}
      </div>
      <div className="growth-days sub" aria-hidden="true">
        <span>{datedText((spots[0] as Spot).on)}</span>
        <span>{datedText((spots[last] as Spot).on)}</span>
      </div>
      <p className="sub">{summary}</p>
      <ul className="growth-legend sub" aria-hidden="true">
        {MARKS.map((kind) => (
          <li key={kind}>
            <span className="growth-mark" data-kind={kind} /> {markWord(kind)}
          </li>
        ))}
      </ul>
    </>
  );
}

function Plot({ title, picture, summary }: Omit<DrawingProps, 'valued' | 'still'>) {
  const { spots, line, area, rules } = picture;
  return (
    <>
      <svg
        className="growth-plot"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${summary}`}
      >
        {rules.map(({ y }) => (
          <path key={y} className="growth-rule" d={`M0 ${y}H100`} />
        ))}
        <path className="growth-area" d={area} />
        <path className="growth-line" d={line} />
      </svg>
      {rules.map(({ sats, y }) => (
        <span key={y} className="growth-scale" style={{ top: `${y}%` }} aria-hidden="true">
          {groupedSats(sats)}
        </span>
      ))}
      {spots.map((spot) =>
        MARKS.filter((kind) => spot[kind] > 0n).map((kind) => (
          <span
            key={`${spot.on}${kind}`}
            className="growth-mark growth-mark-placed"
            data-kind={kind}
            style={{ left: `${spot.x}%`, top: `${kind === 'spent' ? 100 : spot.y}%` }}
          />
        )),
      )}
    </>
  );
}

/** The chosen point in words; its height never changes. */
function Reading({ spot, valued }: { spot: Spot; valued: boolean }) {
  const moved = movedText(spot);
  return (
    <p className="growth-reading" aria-hidden="true">
      <span className="sub">{dateText(spot.on, 'full')}</span>
      <MoneyText sats={spot.sats} size="big" bare={!valued} />
      <span className="sub">{moved || t`Nothing came or went.`}</span>
    </p>
  );
}

function GrowthTable({ title, picture }: PartProps) {
  return (
    <div className="growth-table">
      <table className="table">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Day`}</th>
            <th scope="col" className="end">{t`Savings`}</th>
            {MARKS.map((kind) => (
              <th key={kind} scope="col" className="end">
                {markWord(kind)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {picture.spots.toReversed().map((spot) => (
            <tr key={spot.on}>
              <th scope="row">{datedText(spot.on)}</th>
              <td className="end num">{groupedSats(spot.sats)}</td>
              {MARKS.map((kind) => (
                <td key={kind} className="end num">
                  {spot[kind] === 0n ? '' : groupedSats(spot[kind])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function markWord(kind: MarkKind): string {
  if (kind === 'payDays') return t`Pay days`;
  return kind === 'gifts' ? t`Gifts and earnings` : t`Spent`;
}

function partWord(kind: PartKind, sats: bigint): string {
  if (kind === 'payDays' || kind === 'gifts') return markWord(kind);
  if (kind === 'other') return t`Other lines`;
  if (kind === 'goals') return sats < 0n ? t`To goals` : t`Back from goals`;
  return sats < 0n ? t`To spending money` : t`From spending money`;
}

/** `Pay days: 2,000 sats. Spent: 300 sats.`, or nothing. */
const movedText = (moved: Readonly<Record<MarkKind, bigint>>): string =>
  MARKS.filter((kind) => moved[kind] > 0n)
    .map((kind) => t`${markWord(kind)}: ${satsText(moved[kind])}.`)
    .join(' ');

const spokenText = (spot: Spot): string =>
  `${dateText(spot.on, 'full')}: ${satsText(spot.sats)}. ${movedText(spot)}`.trim();

/** `From 0 sats on … to 1,375 sats on …. Pay days +2,000, to goals −625. …` The parts add up. */
function summaryText(
  { spots, sums }: Picture,
  parts: GrowthChartProps['parts'],
  whole: (sats: bigint) => string,
): string {
  const [first, last] = [spots[0] as Spot, spots.at(-1) as Spot];
  const way = t`From ${satsText(first.sats)} on ${datedText(first.on)} to ${whole(last.sats)} on ${datedText(last.on)}.`;
  const made = PARTS.map((kind) => ({ kind, sats: satsOf(parts[kind]) }))
    .filter(({ sats }) => sats !== 0n)
    .map(({ kind, sats }) => t`${partWord(kind, sats)}: ${signedSats(sats)}.`);
  const spent = sums.spent > 0n ? t`Spent from spending money: ${satsText(sums.spent)}.` : '';
  return [way, ...made, spent].filter(Boolean).join(' ');
}

const signedSats = (sats: bigint): string => `${sats > 0n ? '+' : ''}${satsText(sats)}`;
