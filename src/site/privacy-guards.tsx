/** On /privacy-security: who can see a family's book, and how it is guarded. */
import { Trans, useLingui } from '@lingui/react/macro';
import { settingText, UnlessSet, WhenSet } from './filled.tsx';
import { Ticked } from './sheet.tsx';

export function SeenBy() {
  return (
    <>
      <p>
        <Trans>
          The adults of your family see all of it. A child sees its own book, and of the family’s
          goals only their progress and its own part; what a brother or sister has stays theirs.
        </Trans>
      </p>
      <p>
        <Trans>
          If you ask for notes on a device, the service of your browser’s maker carries them. It
          gets them encrypted, and what is in them is only the kind of thing that waits: no name and
          no amount.
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
    t`You see where you are signed in, and end any of it.`,
    t`What each person may do is decided on the server, for every call, and refused unless it is allowed.`,
    t`A tablet in a child’s hands is the child’s: what is the parents’ is refused until your PIN or a new link.`,
    t`The database itself shows one family at a time to the program.`,
    t`Lines are never rewritten; a correction is a new line. All are sealed in a chain, so that a change of the past is noticed.`,
    t`Pages run our own scripts only, and cannot be framed by other sites.`,
  ];
  return (
    <>
      <Ticked lines={texts.map((text) => ({ key: text, text }))} />
      <p className="soft">
        <WhenSet name="sourceUrl">
          <Trans>
            Found a weakness? Please report it privately, through{' '}
            <a href={settingText('sourceUrl')} rel="noopener noreferrer">
              the security advisories of the source
            </a>
            .
          </Trans>
        </WhenSet>
        <UnlessSet name="sourceUrl">
          <Trans>Found a weakness? Please tell whoever runs this server, privately.</Trans>
        </UnlessSet>
      </p>
    </>
  );
}
