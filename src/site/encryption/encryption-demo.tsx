/** /encryption-demo: the steps of encrypting a wallet, with the reader's own. */
import { Trans } from '@lingui/react/macro';
import { Part, Sheet, Step, Steps, WayHome } from '#site/sheet.tsx';
import { SiteFrame } from '#site/site-frame.tsx';
import { KeyIcon } from '#web/ui/icons.tsx';
import { WizardPlace } from './wizard-place.tsx';

export function EncryptionDemo() {
  return (
    <SiteFrame>
      <Sheet
        title={<Trans>Encryption demo</Trans>}
        lead={
          <Trans>
            Lock your own wallet’s key in four short steps, and see what leaves your browser.
          </Trans>
        }
        mark={<KeyIcon size={72} strokeWidth={1.1} />}
      >
        <Part title={<Trans>Try it with your wallet</Trans>}>
          <WizardPlace />
        </Part>
        <Part title={<Trans>What happens at each step</Trans>}>
          <Steps>
            <Step title={<Trans>Browser</Trans>}>
              <Trans>Your browser tries whether it can encrypt. Nothing is sent.</Trans>
            </Step>
            <Step title={<Trans>Passphrase</Trans>}>
              <Trans>
                You choose one, or let the browser draw six words and a number. It stays in this
                page and is never sent.
              </Trans>
            </Step>
            <Step title={<Trans>Wallet</Trans>}>
              <Trans>
                You paste an address or an xpub, which can look and never spend. Secret words are
                deleted as soon as they are pasted.
              </Trans>
            </Step>
            <Step title={<Trans>Confirm</Trans>}>
              <Trans>
                The key is locked here. Only then is something sent: the locked text, a random
                number and the salt.
              </Trans>
            </Step>
          </Steps>
        </Part>
        <WayHome quiet>
          <a className="btn btn-quiet" href="/encryption-options">
            <Trans>Wallet security options</Trans>
          </a>
        </WayHome>
      </Sheet>
    </SiteFrame>
  );
}
