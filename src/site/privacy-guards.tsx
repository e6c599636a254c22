/** On /privacy-security: who can see a family's book, and how it is protected. */
import { Trans, useLingui } from '@lingui/react/macro';
import { settingText, UnlessSet, WhenSet } from './filled.tsx';
import { Ticked } from './sheet.tsx';

export function SeenBy() {
  return (
    <>
      <p>
        <Trans>
          The adults in your family see all of it. A child sees their own book, and of the family’s
          goals only the progress and their own part; what a brother or sister has stays private.
        </Trans>
      </p>
      <p>
        <Trans>
          If you turn on notifications, your browser maker’s service delivers them. They are
          encrypted and say only what kind of thing is waiting: no name and no amount.
        </Trans>
      </p>
      <p>
        <Trans>
          Whoever runs the server could read the book, and could change the program that your
          browser loads. If you would rather trust nobody with that, run Satling at home: it is free
          software.
        </Trans>
      </p>
    </>
  );
}

export function Guarded() {
  const { t } = useLingui();
  const texts = [
    t`A link or code signs in once. The server stores only its fingerprint, so that a stolen database opens no book.`,
    t`You see where you are signed in and can end any sign-in.`,
    t`What each person may do is decided on the server, for every call, and refused unless it is allowed.`,
    t`A tablet handed to a child shows only that child’s book, until you enter your PIN or use a new link.`,
    t`The database itself shows the program only one family at a time.`,
    t`Lines are never rewritten; a correction is a new line. All are sealed in a chain, so any change to the past shows.`,
    t`Pages run only our own scripts and cannot be framed by other sites.`,
  ];
  return (
    <>
      <Ticked lines={texts.map((text) => ({ key: text, text }))} />
      <p className="soft">
        <WhenSet name="sourceUrl">
          <Trans>
            Found a vulnerability? Please report it privately, through{' '}
            <a href={settingText('sourceUrl')} rel="noopener noreferrer">
              the source’s security advisories
            </a>
            .
          </Trans>
        </WhenSet>
        <UnlessSet name="sourceUrl">
          <Trans>Found a vulnerability? Please tell whoever runs this server, privately.</Trans>
        </UnlessSet>
      </p>
    </>
  );
}
