/**
 * /setup-wizard: how a browser locks a wallet before sending anything (client-side encryption), and
 * the two ways to begin.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { KeyIcon } from '#web/ui/icons.tsx';
import { Part, Sheet, Step, Steps, Ticked, Way } from './sheet.tsx';
import { SiteFrame } from './site-frame.tsx';

export function SetupWizard() {
  return (
    <SiteFrame>
      <Sheet
        title={<Trans>Setup wizard</Trans>}
        lead={
          <Trans>
            Start with the book alone. Anything that touches a wallet is optional, and is locked in
            your own browser first.
          </Trans>
        }
        mark={<KeyIcon size={72} strokeWidth={1.1} />}
      >
        <Part title={<Trans>Two ways to begin</Trans>}>
          <div className="two">
            <AccountingOnly />
            <Lightning />
          </div>
        </Part>
        <Part title={<Trans>What client-side encryption means</Trans>}>
          <Locking />
        </Part>
      </Sheet>
    </SiteFrame>
  );
}

function AccountingOnly() {
  const { t } = useLingui();
  const lines = [
    t`Names, ages and an allowance day: nothing else to set up`,
    t`No wallet, key or address leaves your hands`,
    t`You pay from any wallet, or in coins, and tick the line`,
  ];
  return (
    <Way title={<Trans>Accounting only</Trans>} chip={<Trans>Default</Trans>} tone="green">
      <Ticked lines={lines.map((text) => ({ key: text, text }))} />
      <div className="acts">
        <a className="btn" href="/dashboard">
          <Trans>Go to Dashboard</Trans>
        </a>
      </div>
    </Way>
  );
}

function Lightning() {
  const { t } = useLingui();
  const lines = [
    t`For families who already have a Lightning wallet`,
    t`Compares balances with the book; paying stays with you`,
    t`The connection is locked with a passphrase that only you know`,
  ];
  return (
    <Way
      title={<Trans>Lightning integration</Trans>}
      chip={<Trans>Advanced, optional</Trans>}
      tone="gold"
    >
      <Ticked lines={lines.map((text) => ({ key: text, text }))} />
      <div className="acts">
        <a className="btn btn-alt" href="/lightning-setup">
          <Trans>Set up Lightning</Trans>
        </a>
      </div>
    </Way>
  );
}

function Locking() {
  return (
    <>
      <p>
        <Trans>
          Client-side means: it happens in your browser. What is secret is turned into unreadable
          text before it leaves your device, and only your passphrase turns it back.
        </Trans>
      </p>
      <Steps>
        <Step title={<Trans>Your passphrase becomes a key</Trans>}>
          <Trans>
            The browser mixes it with random salt, 600,000 times over (PBKDF2, SHA-256). The
            passphrase itself is never sent. If you unlock by passkey, a copy is sent that only the
            passkey opens.
          </Trans>
        </Step>
        <Step title={<Trans>The key locks the secret</Trans>}>
          <Trans>With AES-256-GCM, which also notices if a single letter was changed.</Trans>
        </Step>
        <Step title={<Trans>The server keeps what it cannot read</Trans>}>
          <Trans>It stores the locked text, the salt and a random number. No key among them.</Trans>
        </Step>
        <Step title={<Trans>Nobody can reset it</Trans>}>
          <Trans>
            If the passphrase is lost, so is the locked text. Your children’s books stay; you add
            the wallet again.
          </Trans>
        </Step>
      </Steps>
      <div className="acts">
        <a className="btn btn-alt" href="/encryption-demo">
          <Trans>Try the encryption demo</Trans>
        </a>
        <a className="btn btn-quiet" href="/encryption-options">
          <Trans>What the server can see</Trans>
        </a>
      </div>
    </>
  );
}
