/**
 * /donations: why, where to, and their use. The server fills in the addresses from its settings,
 * with their QR codes; without any, the page says so.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CopyIcon } from '#web/ui/icons.tsx';
import { type Setting, settingText, UnlessSet, WhenSet } from './filled.tsx';
import { Part, Sheet, Ticked, WayHome } from './sheet.tsx';
import { SiteFrame } from './site-frame.tsx';

export function Donations() {
  return (
    <SiteFrame>
      <Sheet
        title={<Trans>Support Satling</Trans>}
        lead={
          <Trans>
            Our mission: every child can learn what money is, with a savings book that nobody
            profits from. The core is free for every family.
          </Trans>
        }
      >
        <Part title={<Trans>Where to</Trans>}>
          <Addresses />
        </Part>
        <Part title={<Trans>Value for value</Trans>}>
          <p>
            <Trans>
              You have the book first, and decide afterwards what it is worth to you: something, or
              nothing. Nobody is reminded, no feature waits behind a gift, and no child is asked.
            </Trans>
          </p>
        </Part>
        <Part title={<Trans>How donations help</Trans>}>
          <Uses />
        </Part>
        <WayHome quiet />
      </Sheet>
      <p className="site-toast" role="status" data-toast="" />
    </SiteFrame>
  );
}

function Addresses() {
  const { t } = useLingui();
  return (
    <>
      <div className="two">
        <WhenSet name="donationAddress">
          <Address
            setting="donationAddress"
            qr="donationAddressQr"
            title={<Trans>Bitcoin payment code</Trans>}
            copy={t`the Bitcoin payment code`}
          >
            <Trans>For larger gifts. Settles in 10 to 60 minutes.</Trans>
          </Address>
        </WhenSet>
        <WhenSet name="donationLightning">
          <Address
            setting="donationLightning"
            qr="donationLightningQr"
            title={<Trans>Lightning address</Trans>}
            copy={t`the Lightning address`}
          >
            <Trans>For small gifts, from one sat. Settles in seconds.</Trans>
          </Address>
        </WhenSet>
      </div>
      <UnlessSet name="donations">
        <p className="none">
          <Trans>
            Whoever runs this server has given no donation address. There is nothing to send; enjoy
            the book.
          </Trans>
        </p>
      </UnlessSet>
      <WhenSet name="donations">
        <p className="soft">
          <Trans>
            A gift goes straight from your wallet to whoever runs this server. Satling never sees
            it, and it can’t be undone.
          </Trans>
        </p>
      </WhenSet>
    </>
  );
}

interface AddressProps {
  setting: Setting;
  qr: Setting;
  title: ReactNode;
  /** Describes the copied text to screen readers. */
  copy: string;
  children: ReactNode;
}

function Address({ setting, qr, title, copy, children }: AddressProps) {
  const { t } = useLingui();
  return (
    <article className="address">
      <h3>{title}</h3>
      <p className="soft">{children}</p>
      <div className="qr">{settingText(qr)}</div>
      <p className="code">{settingText(setting)}</p>
      <button
        type="button"
        className="btn"
        data-copy={settingText(setting)}
        data-copied={t`Copied!`}
        data-failed={t`Copy failed`}
        data-copy-event="donation_address_copied"
      >
        <CopyIcon size={18} />
        <span data-words="">
          <Trans>Copy</Trans>
        </span>
        <span className="sr-only">{copy}</span>
      </button>
    </article>
  );
}

function Uses() {
  const { t } = useLingui();
  const lines = [
    t`They help pay for the server, its backups and the sign-in e-mails.`,
    t`They help pay for the time it takes to keep the program safe and answer families.`,
    t`They make advertising and selling data unnecessary.`,
  ];
  return <Ticked lines={lines.map((text) => ({ key: text, text }))} />;
}
