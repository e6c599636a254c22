/** The open book on the home page: real text, three lines, a total and a stamp card. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { MoneyText } from '#web/ui/money.tsx';
import { StampCard } from '#web/ui/stamp-card.tsx';

export function SampleBook() {
  const { t } = useLingui();
  return (
    <figure className="book" aria-label={t`A sample page of a savings book`}>
      <div className="book-line">
        <h2>
          <Trans>Mia’s savings book</Trans>
        </h2>
        <span className="chip chip-gold">
          <Trans>Age 9</Trans>
        </span>
      </div>
      <Line words={t`Pocket money, Saturday`} sats={2_000n} />
      <Line words={t`Fed the rabbits`} sats={500n} />
      <Line words={t`Comic book`} sats={-1_200n} />
      <div className="book-line">
        <strong>
          <Trans>Saved so far</Trans>
        </strong>
        <MoneyText sats={142_300n} size="big" />
      </div>
      <StampCard stamps={7} />
      <p className="sub">
        <Trans>Bike: 7 of 10 stamps</Trans>
      </p>
    </figure>
  );
}

function Line({ words, sats }: { words: ReactNode; sats: bigint }) {
  return (
    <div className="book-line">
      <span>{words}</span>
      <MoneyText sats={sats} signed />
    </div>
  );
}
