/** A year in a child's book as one sheet: income, spending and the rest, to read or print. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { bandOf } from '#features/people/children/rules.ts';
import { growth, type Year } from '#features/pocket/growth/contract.ts';
import { type Reader, useReader } from '#screens/dashboard/web/use-reader.ts';
import { BackLink } from '#screens/shell/web/back-link.tsx';
import { satsOf } from '#web/amounts.ts';
import { datedText, dayText, isoDay, momentText } from '#web/dates.ts';
import { messageOf } from '#web/errors.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { said } from '#web/messages/said.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { BackIcon, NextIcon } from '#web/ui/icons.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { useOwnRate } from '#web/ui/own-rate.ts';
import { Loading } from '#web/ui/skeleton.tsx';
import { worthText } from '#web/ui/worth.ts';
import '#features/pocket/statements/web/statement.css';
import './year.css';

const GrowthChart = lazyPart(async () => (await import('#web/ui/growth-chart.tsx')).GrowthChart);

const SaplingCard = lazyPart(
  async () => (await import('#features/pocket/growth/web/sapling-card.tsx')).SaplingCard,
);

/** In the reader's time zone; on the server the family's zone decides. */
const thisYear = () => isoDay(new Date().toISOString(), undefined).slice(0, 4);

/** Defaults to the first child, or the reader, if the URL names none. */
export function YearPage() {
  const [params] = useSearchParams();
  const reader = useReader();
  const id = params.get('child') ?? reader?.books[0]?.id;
  if (id) return <OfChild id={id} reader={reader} />;
  return reader ? <Redirect to="/activity" replace /> : <Turning />;
}

const Turning = () => <Loading label={t`Turning to the year`} height="30rem" />;

function OfChild({ id, reader }: { id: string; reader: Reader | undefined }) {
  const [params, setParams] = useSearchParams();
  const year = params.get('year') ?? thisYear();
  const { data, error, refetch } = useQuery(query(growth.year, { id, year }));
  const goTo = (step: number) => setParams({ child: id, year: String(Number(year) + step) });
  const child = reader?.books.find((book) => book.id === id);
  return (
    <div className="statement-page">
      <nav className="statement-tools" aria-label={t`The year`}>
        <BackLink href={reader?.isChild ? '/more' : `/children/${id}`} />
        <Button look="alt" small onClick={() => goTo(-1)}>
          <BackIcon size={20} /> {t`Previous year`}
        </Button>
        <Button look="alt" small aria-disabled={year >= thisYear()} onClick={() => goTo(1)}>
          {t`Next year`} <NextIcon size={20} />
        </Button>
      </nav>
      {error ? (
        <>
          <h1>{t`The year`}</h1>
          <InlineAlert
            action={<Button look="alt" small onClick={() => void refetch()}>{t`Try Again`}</Button>}
          >
            {messageOf(error, t`The year could not be read just now.`)}
          </InlineAlert>
        </>
      ) : data && reader ? (
        <Sheet
          id={id}
          year={year}
          data={data}
          // Percentages are understandable from ten on.
          keeps={child ? bandOf(child.age) !== 'starter' : false}
          isOwn={reader.isChild}
        />
      ) : (
        <Turning />
      )}
    </div>
  );
}

interface SheetProps {
  id: string;
  year: string;
  data: Year;
  /** Whether to mention the part that is left. */
  keeps: boolean;
  isOwn: boolean;
}

function Sheet({ id, year, data, keeps, isOwn }: SheetProps) {
  const { childName, from, to, sums, removedUpTo, timeZone, madeAt } = data;
  useOwnRate();
  const kept = keeps ? sums?.keptPercent : null;
  return (
    <>
      <article className="statement" aria-labelledby="year-name">
        <header className="statement-head rings">
          <p>{t`Satling savings book`}</p>
          <h1 id="year-name">{t`${childName}, ${year}`}</h1>
          <p>{t`${datedText(from)} to ${datedText(to)}`}</p>
        </header>
        {sums && (
          <>
            <p className="sub year-about">{t`The whole book: savings, spending money and parts of goals together.`}</p>
            <Sums sums={sums} />
          </>
        )}
        {typeof kept === 'number' && (
          <p className="year-kept">
            {isOwn
              ? t`You kept ${kept}% of what came in.`
              : t`${childName} kept ${kept}% of what came in.`}
          </p>
        )}
        {removedUpTo && (
          <p className="sub">
            {t`Lines up to ${dayText(removedUpTo, timeZone, 'full')} were removed, as your settings say. The year is counted from there.`}
          </p>
        )}
        <div className="year-parts">
          <Picture id={id} year={year} childName={childName} valued={!isOwn} />
          <div className="year-lists">
            <Goals data={data} />
            <Moments data={data} />
            {year === thisYear() && (
              <Suspense fallback={null}>
                <SaplingCard childId={id} name={isOwn ? undefined : childName} />
              </Suspense>
            )}
          </div>
        </div>
        <footer className="statement-foot">
          <p>{t`Made on ${momentText(madeAt, timeZone)}. The book records; it holds no money.`}</p>
        </footer>
      </article>
      <div className="form-actions statement-tools">
        <Button onClick={() => window.print()}>{t`Print`}</Button>
      </div>
    </>
  );
}

function Sums({ sums }: { sums: NonNullable<Year['sums']> }) {
  const { rates } = sums;
  const rows = [
    { word: t`At the beginning`, btc: sums.opening },
    { word: t`Came in`, btc: sums.in, rate: rates.in },
    { word: t`From pay days`, btc: sums.payDays, rate: rates.payDays, part: true },
    { word: t`From gifts`, btc: sums.gifts, rate: rates.gifts, part: true },
    { word: t`Earned`, btc: sums.earned, rate: rates.earned, part: true },
    { word: t`Spent`, btc: sums.out, rate: rates.out },
    { word: t`At the end`, btc: sums.closing },
  ];
  return (
    <dl className="year-sums">
      {rows
        .filter(({ btc, part }) => !part || satsOf(btc) !== 0n)
        .map(({ word, btc, rate = null, part }) => (
          <div key={word} data-part={part}>
            <dt>{word}</dt>
            <dd>
              <MoneyText sats={satsOf(btc)} bare />
            </dd>
            <Worth btc={btc} rate={rate} As="dd" />
          </div>
        ))}
    </dl>
  );
}

interface WorthProps extends Pick<Year['moments'][number], 'rate'> {
  btc: string;
  As: 'dd' | 'span';
}

/** Below an amount: its worth then, and now. */
function Worth({ btc, rate, As }: WorthProps) {
  const text = worthText(satsOf(btc), rate);
  return text && <As className="sub year-worth">{text}</As>;
}

interface PictureProps {
  id: string;
  year: string;
  childName: string;
  valued: boolean;
}

function Picture({ id, year, childName, valued }: PictureProps) {
  const { data } = useQuery(query(growth.ofChild, { id, span: year }));
  if (!data) return null;
  return (
    <section aria-labelledby="year-growth">
      <h2 id="year-growth">{t`How savings grew`}</h2>
      <p className="sub">{t`The savings alone, without spending money and parts of goals.`}</p>
      <Suspense fallback={null}>
        <GrowthChart
          title={t`${childName}’s savings in ${year}`}
          points={data.points}
          parts={data.parts}
          valued={valued}
          empty={t`Nothing was saved this year.`}
        />
      </Suspense>
    </section>
  );
}

function Goals({ data: { fullGoals, timeZone } }: { data: Year }) {
  if (fullGoals.length === 0) return null;
  return (
    <section aria-labelledby="year-goals">
      <h2 id="year-goals">{t`Goals that became full`}</h2>
      <ul className="year-lines">
        {fullGoals.map(({ title, fullAt }) => (
          <li key={`${title}${fullAt}`}>
            <span>{title}</span> <span className="sub">{dayText(fullAt, timeZone)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Moments({ data: { moments, timeZone } }: { data: Year }) {
  return (
    <section aria-labelledby="year-moments">
      <h2 id="year-moments">{t`The biggest moments`}</h2>
      {moments.length === 0 && <p className="sub">{t`No gifts or spending this year.`}</p>}
      <ul className="year-lines">
        {moments.map(({ id, description, createdAt, amount, rate }) => (
          <li key={id}>
            <span>
              {said(description)} <span className="sub">{dayText(createdAt, timeZone)}</span>
            </span>
            <MoneyText sats={satsOf(amount)} bare />
            <Worth btc={amount} rate={rate} As="span" />
          </li>
        ))}
      </ul>
    </section>
  );
}
