/** Help for a wallet that doesn't answer, and what this page knows about the test. */
import { t } from '@lingui/core/macro';

interface TrialHelpProps {
  connectionId: string | undefined;
  hasInvoice: boolean;
  isPaid: boolean;
}

export function TrialHelp({ connectionId, hasInvoice, isPaid }: TrialHelpProps) {
  return (
    <section className="trial-help" aria-label={t`Troubleshooting`}>
      <h2>{t`Troubleshooting`}</h2>
      <ul className="bullets">
        <li>{t`The string was cut off: it has a relay and a secret, and the secret is its last part.`}</li>
        <li>{t`The connection was removed in the wallet, or its budget is used up. Create a new one there.`}</li>
        <li>{t`The wallet is on a phone that sleeps. Open it and test again.`}</li>
        <li>{t`Ten tests an hour are possible from one network.`}</li>
      </ul>
      <p className="trial-ways">
        <a href="https://coinos.io/support" rel="noreferrer">{t`CoinOS support`}</a>
        <a href="https://guides.getalby.com" rel="noreferrer">{t`Alby support`}</a>
        <a href="/how-it-works">{t`How it works`}</a>
      </p>
      <details className="fold">
        <summary>{t`Debug`}</summary>
        <pre className="commands mono">
          {[
            `connection: ${connectionId === undefined ? 'none' : 'connected'}`,
            `connection id: ${connectionId ?? '-'}`,
            `test invoice: ${hasInvoice ? (isPaid ? 'paid' : 'created') : 'none'}`,
          ].join('\n')}
        </pre>
      </details>
    </section>
  );
}
