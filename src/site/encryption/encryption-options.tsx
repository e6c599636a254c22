/** /encryption-options: the two ways to store a wallet, the wizard, and what the server can see. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Part, Sheet, Ticked, Way, WayHome } from '#site/sheet.tsx';
import { SiteFrame } from '#site/site-frame.tsx';
import { KeyIcon } from '#web/ui/icons.tsx';
import { SightList } from './sight-list.tsx';
import { WizardPlace } from './wizard-place.tsx';

export function EncryptionOptions() {
  return (
    <SiteFrame>
      <Sheet
        title={<Trans>Wallet security options</Trans>}
        lead={
          <Trans>
            Who can read the keys to your wallet: only you, or this server too? You can change your
            mind at any time.
          </Trans>
        }
        mark={<KeyIcon size={72} strokeWidth={1.1} />}
      >
        <Part title={<Trans>Two ways to keep a wallet</Trans>}>
          <div className="two">
            <ZeroKnowledge />
            <Standard />
          </div>
        </Part>
        <Part title={<Trans>Set up an encrypted wallet</Trans>}>
          <WizardPlace />
        </Part>
        <Part title={<Trans>What the server can and cannot see</Trans>}>
          <p>
            <Trans>
              Only your wallet keys are encrypted, not the book. Requests, answers and the time at
              which you do something reach the server in both modes.
            </Trans>
          </p>
          <SightList />
          <p className="soft">
            <Trans>
              We store only a locked copy. Someone who controls our server could still ship you a
              changed page; to rule that out, host it yourself.
            </Trans>
          </p>
        </Part>
        <WayHome quiet>
          <a className="btn btn-quiet" href="/privacy-security">
            <Trans>Privacy & Security</Trans>
          </a>
        </WayHome>
      </Sheet>
    </SiteFrame>
  );
}

const lines = (texts: readonly string[]) => texts.map((text) => ({ key: text, text }));

function ZeroKnowledge() {
  const { t } = useLingui();
  return (
    <Way
      title={<Trans>Zero-knowledge mode</Trans>}
      chip={<Trans>Recommended for families</Trans>}
      tone="green"
    >
      <p>
        <Trans>Client-side encryption of wallet data with a personal passphrase.</Trans>
      </p>
      <Ticked
        lines={lines([
          t`Your browser locks the key; the server keeps a copy that it cannot read`,
          t`A Lightning wallet pays from your own browser, after you have unlocked it`,
          t`If the passphrase is lost, you connect the wallet again; the books stay`,
        ])}
      />
    </Way>
  );
}

function Standard() {
  const { t } = useLingui();
  return (
    <Way title={<Trans>Standard mode</Trans>} chip={<Trans>Most convenient</Trans>} tone="gold">
      <p>
        <Trans>Server-side encryption.</Trans>
      </p>
      <Ticked
        lines={lines([
          t`The server keeps the key encrypted, and can open it to look up balances and deposits`,
          t`Nobody has to unlock anything`,
          t`Whoever runs the server could read it: the public key spends nothing, a Lightning connection pays within its budget`,
        ])}
      />
    </Way>
  );
}
