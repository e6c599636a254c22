/**
 * /privacy-security: the stored data, its retention, who sees it and how it is protected. Every
 * sentence describes the current program; changes to the program must be reflected here.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CloseIcon } from '#web/ui/icons.tsx';
import { UnlessSet, WhenSet } from './filled.tsx';
import { Guarded, SeenBy } from './privacy-guards.tsx';
import { Part, Sheet, Ticked, WayHome } from './sheet.tsx';
import { SiteFrame } from './site-frame.tsx';

export function PrivacySecurity() {
  return (
    <SiteFrame>
      <Sheet
        title={<Trans>Privacy & Security</Trans>}
        lead={
          <Trans>
            In plain words: what this book keeps about your family, for how long, who can see it,
            and how it is protected.
          </Trans>
        }
      >
        <Part title={<Trans>What is kept</Trans>}>
          <Kept />
        </Part>
        <Part title={<Trans>For how long</Trans>}>
          <HowLong />
        </Part>
        <Part title={<Trans>Who can see it</Trans>}>
          <SeenBy />
        </Part>
        <Part title={<Trans>How it is protected</Trans>}>
          <Guarded />
        </Part>
        <Part title={<Trans>In your browser</Trans>}>
          <InBrowser />
        </Part>
        <Part title={<Trans>Counting visits</Trans>}>
          <Counting />
        </Part>
        <WayHome>
          <a className="btn btn-alt" href="/encryption-options">
            <Trans>What the server can see</Trans>
          </a>
          <a className="btn btn-alt" href="/privacy">
            <Trans>What this browser keeps</Trans>
          </a>
        </WayHome>
      </Sheet>
    </SiteFrame>
  );
}

const lines = (texts: readonly string[]) => texts.map((text) => ({ key: text, text }));

function Kept() {
  const { t } = useLingui();
  return (
    <div className="two">
      <div>
        <h3>
          <Trans>In the book</Trans>
        </h3>
        <Ticked
          lines={lines([
            t`The e-mail address and, if you give it, the first name of whoever signs in`,
            t`Each child’s name and month of birth, and whether you chose the boy or the girl drawing`,
            t`Every line with its amount, description and date, and who added it`,
            t`Requests with their reasons and answers; goals, and pictures you add to them`,
            t`What a wallet’s file holds, if you import one`,
            t`If you connect a wallet: the key to its addresses or its Lightning connection, encrypted. If that connection can pay, whoever runs the server could use it too, unless you lock it with your own passphrase`,
            t`Where you are signed in, as “Firefox on Windows”, your time zone and your language`,
            t`Invitations you send, your settings, and the fingerprint of your PIN if you set one`,
          ])}
        />
      </div>
      <div>
        <h3>
          <Trans>Never here</Trans>
        </h3>
        <Never />
      </div>
    </div>
  );
}

function Never() {
  return (
    <ul className="ticked">
      <No>
        <Trans>Money: a balance is a promise in your family</Trans>
      </No>
      <No>
        <Trans>Your bitcoin’s private keys or secret words; the program asks for none</Trans>
      </No>
      <No>
        <Trans>Passwords: a link by e-mail signs you in</Trans>
      </No>
      <No>
        <Trans>Advertising, and anything loaded from another company</Trans>
      </No>
    </ul>
  );
}

function No({ children }: { children: ReactNode }) {
  return (
    <li>
      <CloseIcon size={20} className="never" />
      <span>{children}</span>
    </li>
  );
}

function HowLong() {
  return (
    <>
      <p>
        <Trans>
          Entries stay until you say otherwise: you choose 3 months to 3 years, or forever, and old
          ones are removed only when you press the button or switch that on. A backup is one file,
          yours at any time.
        </Trans>
      </p>
      <p>
        <Trans>
          A sign-in ends after 14 days without a visit, and after 90 days in any case. Sign-in links
          work once, within an hour. To slow down guessing and spot attacks, we count attempts and
          errors by e-mail address and by network, never by a home’s full address, and delete the
          counts within a week. E-mails wait in an encrypted queue and are deleted from it after a
          few days.
        </Trans>
      </p>
      <p>
        <Trans>
          A parent can delete the family. For 72 hours any adult can still stop that; then
          everything is erased. Backups of the whole server are up to whoever runs it.
        </Trans>
      </p>
    </>
  );
}

function InBrowser() {
  return (
    <>
      <p>
        <Trans>
          Five cookies, all our own: the session, a mark that you are signed in, one that remembers
          for an hour that you asked for a link, one that lets a browser you have used before sign
          in even while others are guessing at your address, and one that holds a wallet connection
          you are trying out, sealed, for 15 minutes.
        </Trans>
      </p>
      <p>
        <Trans>
          Your browser also keeps small things, such as the theme and the unit of amounts and, if
          you switched that on, the book as you last saw it. You can export or delete them on a page
          of their own.
        </Trans>
      </p>
    </>
  );
}

/** Counting page views depends on a server setting and the reader's choice. */
function Counting() {
  return (
    <>
      <UnlessSet name="analytics">
        <p>
          <Trans>Nobody learns which pages you open or what you press.</Trans>
        </p>
      </UnlessSet>
      <WhenSet name="analytics">
        <p>
          <Trans>
            Whoever runs this server counts which pages are opened, but only in browsers that agreed
            under “What this browser keeps”. Only the page’s address and the name of what was
            pressed are passed on; not who you are, and not where you are. Children’s visits are
            never counted, nor are sign-in pages.
          </Trans>
        </p>
      </WhenSet>
      <p>
        <Trans>
          Each blog article has a counter of how often it was opened. Nothing about who opened it is
          kept.
        </Trans>
      </p>
    </>
  );
}
