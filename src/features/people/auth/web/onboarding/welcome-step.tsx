/** The first step: an introduction in three lines. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Book } from '#web/book.tsx';
import { Button } from '#web/ui/button.tsx';
import { BookIcon, KeyIcon, MailIcon } from '#web/ui/icons.tsx';

interface WelcomeStepProps {
  arrived: boolean;
  onDone: () => void;
  otherWays: ReactNode;
}

export function WelcomeStep({ arrived, onDone, otherWays }: WelcomeStepProps) {
  return (
    <Book
      arrived={arrived}
      title={t`A savings book for every child`}
      lead={t`Three things to know before you open it.`}
    >
      <div className="grid gap-6">
        <ul className="points points-wide">
          <Line mark={<BookIcon />} look="chip-green" title={t`We keep the book`}>
            <Trans>
              Pocket money, wishes and goals: every entry on record, for parents and children.
            </Trans>
          </Line>
          <Line mark={<KeyIcon />} look="chip-gold" title={t`You keep the keys`}>
            {t`The bitcoin stays in your own wallet. We cannot spend it and never ask for a key.`}
          </Line>
          <Line mark={<MailIcon />} look="chip-plum" title={t`No password`}>
            {t`We send a sign-in link to your e-mail address instead.`}
          </Line>
        </ul>
        <Button wide onClick={onDone}>{t`Continue`}</Button>
        {otherWays}
      </div>
    </Book>
  );
}

interface LineProps {
  mark: ReactNode;
  look: string;
  title: string;
  children: ReactNode;
}

function Line({ mark, look, title, children }: LineProps) {
  return (
    <li>
      <span className={`point-mark ${look}`}>{mark}</span>
      <div>
        <h2 className="text-h3">{title}</h2>
        <p className="text-ink-2">{children}</p>
      </div>
    </li>
  );
}
