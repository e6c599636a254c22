/** The blocks below the headline: three features, the comparison, and the stored data. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CloseIcon, TickIcon } from '#web/ui/icons.tsx';
import { UnlessSet, WhenSet } from './filled.tsx';

export function Features() {
  return (
    <section className="features">
      <Feature tone="green" title={<Trans>Your Keys Your Bitcoin</Trans>}>
        <Trans>We never hold money and never see your keys. We only keep the book.</Trans>
      </Feature>
      <Feature tone="gold" title={<Trans>Complete Family Management</Trans>}>
        <Trans>Pay days, goals, requests, and one shared view for both parents.</Trans>
      </Feature>
      <Feature tone="plum" title={<Trans>Real Lightning Education</Trans>}>
        <Trans>Children see real sats move, at their own pace, with a grown-up’s yes.</Trans>
      </Feature>
    </section>
  );
}

function Feature(props: { tone: string; title: ReactNode; children: ReactNode }) {
  return (
    <article className={`feature feature-${props.tone}`}>
      <h2>{props.title}</h2>
      <p>{props.children}</p>
    </article>
  );
}

export function Compare() {
  const { t } = useLingui();
  return (
    <section className="block" aria-labelledby="why">
      <h2 id="why">
        <Trans>Why Satling</Trans>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box needs the keyboard */}
      <section className="table-box" aria-label={t`Comparison`} tabIndex={0}>
        <table className="compare">
          <thead>
            <tr>
              <td />
              <th scope="col">Satling</th>
              <th scope="col">{t`A pocket money card`}</th>
              <th scope="col">{t`An exchange account`}</th>
            </tr>
          </thead>
          <tbody>
            <Row
              question={t`Who holds the money`}
              ours={t`You do, in your own wallet`}
              others={[t`A bank or a card company`, t`The exchange`]}
            />
            <Row
              question={t`Who sees the keys`}
              ours={t`Only you; we never ask`}
              others={[t`There are no keys`, t`The exchange, not you`]}
            />
            <Row
              question={t`What it costs`}
              ours={
                <>
                  <UnlessSet name="sells">{t`Nothing; it runs on donations`}</UnlessSet>
                  <WhenSet name="sells">
                    {t`The book is free; hosted reminders can be bought`}
                  </WhenSet>
                </>
              }
              others={[t`Often a monthly fee`, t`Trading and withdrawal fees`]}
            />
            <Row
              question={t`What a child learns`}
              ours={t`To earn, wait, ask and save, in real sats`}
              others={[t`To pay with a card`, t`To watch a price`]}
            />
          </tbody>
        </table>
      </section>
    </section>
  );
}

interface RowProps {
  question: string;
  ours: ReactNode;
  others: string[];
}

function Row({ question, ours, others }: RowProps) {
  return (
    <tr>
      <th scope="row">{question}</th>
      <td>{ours}</td>
      {others.map((text) => (
        <td key={text}>{text}</td>
      ))}
    </tr>
  );
}

export function Storage() {
  return (
    <section className="block storage" aria-labelledby="storage">
      <div>
        <h2 id="storage">
          <Trans>What do you store?</Trans>
        </h2>
        <p>
          <Trans>
            The book, and what it takes to keep it. Not the money: a balance here is a promise in
            your family, and you pay it from your own wallet.
          </Trans>
        </p>
      </div>
      <div className="kept">
        <h3>
          <Trans>In the book</Trans>
        </h3>
        <ul>
          <Kept>
            <Trans>Your e-mail address; no password</Trans>
          </Kept>
          <Kept>
            <Trans>The names and ages you type in</Trans>
          </Kept>
          <Kept>
            <Trans>Every line, and who said yes</Trans>
          </Kept>
          <Kept>
            <Trans>What a wallet’s file holds, if you import one</Trans>
          </Kept>
        </ul>
      </div>
      <div className="kept never">
        <h3>
          <Trans>Never here</Trans>
        </h3>
        <ul>
          <Kept never>
            <Trans>Your money</Trans>
          </Kept>
          <Kept never>
            <Trans>Private keys or secret words</Trans>
          </Kept>
          <Kept never>
            <Trans>Advertising, or other people’s trackers</Trans>
          </Kept>
        </ul>
      </div>
    </section>
  );
}

function Kept({ never, children }: { never?: boolean; children: ReactNode }) {
  return (
    <li>
      {never ? <CloseIcon size={20} /> : <TickIcon size={20} />}
      <span>{children}</span>
    </li>
  );
}
