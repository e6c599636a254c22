/** The monthly statement as a page of the savings book: to read, print or download. */
import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, Suspense } from 'react';
import { Link, Redirect, useSearchParams } from 'wouter';
import { goalPart } from '#features/book/transactions/rules.ts';
import { growth } from '#features/pocket/growth/contract.ts';
import { type Statement, statements } from '#features/pocket/statements/contract.ts';
import { fileName, monthBeside, statementCsv } from '#features/pocket/statements/rules.ts';
import { satsOf } from '#web/amounts.ts';
import { dateText, dayText, isoDay, momentText, monthText } from '#web/dates.ts';
import { messageOf } from '#web/errors.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { said } from '#web/messages/said.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button, lookClass } from '#web/ui/button.tsx';
import { BackIcon, NextIcon } from '#web/ui/icons.tsx';
import { aboutText, groupedSats } from '#web/ui/money-text.ts';
import { useOwnRate } from '#web/ui/own-rate.ts';
import { Loading } from '#web/ui/skeleton.tsx';
import { worthText } from '#web/ui/worth.ts';
import './statement.css';

const GrowthChart = lazyPart(async () => (await import('#web/ui/growth-chart.tsx')).GrowthChart);

/** This month in the reader's time zone; on the server the family's zone decides. */
const thisMonth = () => isoDay(new Date().toISOString(), undefined).slice(0, 7);

/** A statement needs a child: without one, goes to the lines, which link to statements. */
export function StatementPage() {
  const [params] = useSearchParams();
  const id = params.get('child');
  return id ? <OfChild id={id} /> : <Redirect to="/activity" replace />;
}

function OfChild({ id }: { id: string }) {
  const [params, setParams] = useSearchParams();
  const month = params.get('month') ?? thisMonth();
  const { data, error, refetch } = useQuery({
    ...query(statements.month, { id, month }),
    placeholderData: keepPreviousData,
  });
  const goTo = (next: string) => setParams({ child: id, month: next });
  return (
    <div className="statement-page">
      <nav className="statement-tools" aria-label={t`Statement`}>
        <Link href={`/activity?child=${id}`} className={lookClass({ look: 'quiet', small: true })}>
          <BackIcon size={20} /> {t`Activity`}
        </Link>
        <Button look="alt" small onClick={() => goTo(monthBeside(month, -1))}>
          <BackIcon size={20} /> {t`Previous month`}
        </Button>
        <Button
          look="alt"
          small
          aria-disabled={month >= thisMonth()}
          onClick={() => goTo(monthBeside(month, 1))}
        >
          {t`Next month`} <NextIcon size={20} />
        </Button>
      </nav>
      {error ? (
        <>
          <h1>{t`Statement`}</h1>
          <InlineAlert
            action={<Button look="alt" small onClick={() => void refetch()}>{t`Try Again`}</Button>}
          >
            {messageOf(error, t`The statement could not be read just now.`)}
          </InlineAlert>
        </>
      ) : data ? (
        <Sheet statement={data} />
      ) : (
        <Loading label={t`Preparing the statement`} height="30rem" />
      )}
    </div>
  );
}

function Sheet({ statement }: { statement: Statement }) {
  const { childName, month, from, to, lines, seal, removedUpTo, timeZone, madeAt } = statement;
  useOwnRate();
  return (
    <>
      <article className="statement" aria-labelledby="statement-name">
        <header className="statement-head rings">
          <p>{t`Satling savings book`}</p>
          <h1 id="statement-name">{t`${childName}, ${monthText(month)}`}</h1>
          <p>{t`${dateText(from)} to ${dateText(to)}`}</p>
        </header>
        <Sums statement={statement} />
        <Growth statement={statement} />
        {removedUpTo && (
          <p className="sub">
            {t`Lines up to ${dayText(removedUpTo, timeZone, 'full')} were removed, as your settings say. What they added up to is part of today’s balance.`}
          </p>
        )}
        {lines.length === 0 ? (
          <p className="statement-empty">
            {removedUpTo
              ? t`No lines from this month are left.`
              : t`No lines were recorded this month. Choose another month above.`}
          </p>
        ) : (
          <Lines statement={statement} />
        )}
        <footer className="statement-foot">
          <p>{t`Made on ${momentText(madeAt, timeZone)}. Amounts in sats. The book records; it holds no money.`}</p>
          {seal && (
            <p>
              {t`Seal ${seal.number}:`} <span className="mono">{seal.mac}</span>
            </p>
          )}
        </footer>
      </article>
      <div className="form-actions statement-tools">
        <Button onClick={() => window.print()}>{t`Print`}</Button>
        <Button look="alt" onClick={() => save(statement)}>{t`Save as CSV`}</Button>
      </div>
    </>
  );
}

function Sums({ statement: { savings, spending, removedUpTo } }: { statement: Statement }) {
  const rows = [
    [removedUpTo ? t`Brought forward` : t`At the beginning`, savings.opening, spending.opening],
    [t`Came in`, savings.in, spending.in],
    [t`Went out`, savings.out, spending.out],
    [t`At the end`, savings.closing, spending.closing],
  ] as const;
  return (
    <table className="statement-sums">
      <thead>
        <tr>
          <td />
          <th scope="col">{t`Savings`}</th>
          <th scope="col">{t`Spending`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([word, saved, spent]) => (
          <tr key={word}>
            <th scope="row">{word}</th>
            <td className="num">{saved === null ? t`not known` : amount(saved)}</td>
            <td className="num">{spent === null ? t`not known` : amount(spent)}</td>
          </tr>
        ))}
        <Worth closing={[savings.closing, spending.closing]} />
      </tbody>
    </table>
  );
}

/** Shown below the closing balance, in a family with its own currency. */
function Worth({ closing }: { closing: readonly (string | null)[] }) {
  const worth = closing.map((btc) => (btc === null ? '' : aboutText(satsOf(btc))));
  if (worth.every((text) => !text)) return null;
  return (
    <tr className="statement-worth">
      <th scope="row">{t`Worth now`}</th>
      <td>{worth[0]}</td>
      <td>{worth[1]}</td>
    </tr>
  );
}

/** The month's savings as a chart; the sheet is complete without it. */
function Growth({ statement: { childId, month, childName } }: { statement: Statement }) {
  const { data } = useQuery(query(growth.ofChild, { id: childId, span: month }));
  if (!data || data.points.length < 2) return null;
  return (
    <section className="statement-growth" aria-label={t`How savings grew`}>
      <Suspense fallback={null}>
        <GrowthChart
          title={t`${childName}’s savings in ${monthText(month)}`}
          points={data.points}
          parts={data.parts}
          empty={t`Nothing was saved this month.`}
        />
      </Suspense>
    </section>
  );
}

function Lines({ statement: { lines, timeZone } }: { statement: Statement }) {
  return (
    <table className="statement-lines">
      <caption className="sr-only">{t`This month’s lines`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Line and day`}</th>
          <th scope="col">{t`Savings`}</th>
          <th scope="col">{t`Spending`}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Fragment key={line.id}>
            <tr>
              <td>
                {said(line.description)}
                <div className="sub">
                  {dayText(line.createdAt, timeZone)}
                  {line.undoneBy && ` · ${t`taken back`}`}
                  {shared(line)}
                </div>
              </td>
              <td className="num">{line.savingsChange && amount(line.savingsChange, true)}</td>
              <td className="num">{line.spendingChange && amount(line.spendingChange, true)}</td>
            </tr>
            <LineWorth line={line} />
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** `about €0.42 then, €0.55 now`, below the line; empty without a family currency. */
function LineWorth({ line: { amount, rate } }: { line: Statement['lines'][number] }) {
  const text = worthText(satsOf(amount), rate);
  return (
    text && (
      <tr className="statement-worth">
        <td colSpan={3} className="sub">
          {text}
        </td>
      </tr>
    )
  );
}

/** ` · 2,500, of which 625 to goals` for a shared pay day; otherwise empty. */
function shared(line: Statement['lines'][number]): string {
  const whole = satsOf(line.amount);
  const part = line.savingsChange ? goalPart(line, whole, satsOf(line.savingsChange)) : 0n;
  return part > 0n ? ` · ${t`${groupedSats(whole)}, of which ${groupedSats(part)} to goals`}` : '';
}

/** Without the unit, which the footer states. */
function amount(btc: string, signed = false): string {
  const sats = satsOf(btc);
  return `${signed && sats > 0n ? '+' : ''}${groupedSats(sats)}`;
}

function save(statement: Statement): void {
  const csv = statementCsv(statement, (moment) => isoDay(moment, statement.timeZone));
  const link = document.createElement('a');
  // The byte order mark identifies UTF-8 to spreadsheets.
  link.href = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }));
  link.download = fileName(statement);
  link.click();
  URL.revokeObjectURL(link.href);
}
