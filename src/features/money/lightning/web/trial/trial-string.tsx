/** Where to find a connection string, and an example. */
import { t } from '@lingui/core/macro';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { CopyIcon } from '#web/ui/icons.tsx';

const SCHEME = 'nostr+walletconnect://';
const FORMAT = `${SCHEME}<wallet-pubkey>?relay=wss://relay.coinos.io&secret=<secret>`;

export function TrialString() {
  return (
    <>
      <ol className="trial-how">
        <li>{t`Open coinos.io and sign in.`}</li>
        <li>{t`Go to Settings, then Nostr Wallet Connect, and create a connection.`}</li>
        <li>{t`Give it a small budget: 1,000 sats are enough for this test.`}</li>
        <li>{t`Copy the full string, from its first letter to its last.`}</li>
      </ol>
      <div className="trial-slip">
        <p>
          {t`The string must start with`} <code className="mono">{SCHEME}</code>
        </p>
        <Button look="alt" small onClick={() => void copyText(FORMAT)}>
          <CopyIcon size={18} /> {t`Copy Format Example`}
        </Button>
      </div>
    </>
  );
}
