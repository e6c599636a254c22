/** The page /more: every way that the other places do not show, and the choices of this browser. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { type Reader, useReader } from '#screens/dashboard/web/use-reader.ts';
import { KeysSwitch } from '#screens/search/web/keys-switch.tsx';
import { Card } from '#web/ui/card.tsx';
import { LanguageMenu } from '#web/ui/language-menu.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { RecentMessages } from '#web/ui/toaster.tsx';
import { RuledLink } from '../../shell/web/ruled-link.tsx';
import './more.css';

export function MorePage() {
  const reader = useReader();
  if (!reader) return <Loading label={t`Opening the book`} height="60dvh" />;
  return (
    <>
      <h1>{t`More`}</h1>
      {reader.isChild ? <ForChild reader={reader} /> : <ForAdult reader={reader} />}
      <Choices />
      <RecentMessages />
    </>
  );
}

function ForAdult({ reader: { books } }: { reader: Reader }) {
  return (
    <>
      <Group title={t`Family`}>
        <RuledLink href="/dashboard?view=overview" detail={t`Shares, sign-ins, pay days, PIN`}>
          {t`Family Overview`}
        </RuledLink>
        <RuledLink href="/requests" detail={t`What waits, and the latest answers`}>
          {t`Requests`}
        </RuledLink>
        <RuledLink href="/dashboard?view=child" detail={t`See a book as your child sees it`}>
          {t`Child View`}
        </RuledLink>
      </Group>
      {books.length > 0 && (
        <Group title={t`Monthly statements`}>
          {books.map(({ id, name }) => (
            <RuledLink key={id} href={`/statement?child=${id}`}>
              {t`${name}’s statement`}
            </RuledLink>
          ))}
          {books.map(({ id, name }) => (
            <RuledLink key={`${id} year`} href={`/year?child=${id}`}>
              {t`${name}’s year`}
            </RuledLink>
          ))}
        </Group>
      )}
      <Group title={t`Privacy`}>
        <RuledLink href="/privacy" detail={t`What this browser keeps, and its notifications`}>
          {t`On this device`}
        </RuledLink>
        <RuledLink
          href="/dashboard?view=overview"
          detail={t`Download, prune or delete what the family keeps`}
        >
          {t`In the family’s book`}
        </RuledLink>
      </Group>
    </>
  );
}

function ForChild({ reader: { books } }: { reader: Reader }) {
  return (
    <Group title={t`My book`}>
      <RuledLink href="/requests">{t`What I asked`}</RuledLink>
      {books.map(({ id }) => (
        <RuledLink key={id} href={`/statement?child=${id}`}>
          {t`My statement`}
        </RuledLink>
      ))}
      {books.map(({ id }) => (
        <RuledLink key={`${id} year`} href={`/year?child=${id}`}>
          {t`My year`}
        </RuledLink>
      ))}
      <RuledLink href="/privacy">{t`On this device`}</RuledLink>
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="more-group" aria-label={title}>
      <h2 className="text-h3">{title}</h2>
      <ul>{children}</ul>
    </Card>
  );
}

function Choices() {
  return (
    <Card className="more-choices" aria-label={t`Appearance and language`}>
      <h2 className="text-h3">{t`Appearance and language`}</h2>
      <ThemeSwitch />
      <LanguageMenu />
      <KeysSwitch />
    </Card>
  );
}
