/** The page /more: everything that isn't in the other places, and this browser's settings. */
import { t } from '@lingui/core/macro';
import { type ReactNode, Suspense, useState } from 'react';
import type { User } from '#features/people/auth/contract.ts';
import { useLogout } from '#features/people/auth/web/use-logout.ts';
import { bandOf } from '#features/people/children/rules.ts';
import { HandBackButton } from '#screens/dashboard/web/hand-over.tsx';
import { type Reader, useReader } from '#screens/dashboard/web/use-reader.ts';
import { KeysSwitch } from '#screens/search/web/keys-switch.tsx';
import { lazyPart } from '#web/lazy-part.ts';
import { sells } from '#web/sells.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { OutIcon } from '#web/ui/icons.tsx';
import { LanguageMenu } from '#web/ui/language-menu.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { RecentMessages } from '#web/ui/toaster.tsx';
import { SettingsLines } from '../../settings/web/settings-lines.tsx';
import { RuledButton, RuledLink } from '../../shell/web/ruled-link.tsx';
import '#screens/dashboard/web/child-book.css';
import './more.css';

const ImportDialog = lazyPart(
  async () => (await import('#features/book/imports/web/import-dialog.tsx')).ImportDialog,
);
const LeaveAsChild = lazyPart(
  async () =>
    (await import('#features/household/family/web/adults/leave-as-child.tsx')).LeaveAsChild,
);

export function MorePage() {
  const reader = useReader();
  if (!reader) return <Loading label={t`Opening the book`} height="60dvh" />;
  return (
    <>
      <h1>{t`More`}</h1>
      {reader.isChild ? <ForChild reader={reader} /> : <ForAdult reader={reader} />}
      <Choices hasKeys={!isYoungest(reader)} isOwn={!reader.user.handedOver} />
      <RecentMessages />
      {reader.isChild && <Leaving user={reader.user} />}
    </>
  );
}

function ForAdult({ reader: { books } }: { reader: Reader }) {
  return (
    <>
      <Group title={t`Family`}>
        <RuledLink href="/dashboard?view=overview" detail={t`Who is in it, and whose is what`}>
          {t`Family Overview`}
        </RuledLink>
        <RuledLink href="/requests" detail={t`What waits, and the latest answers`}>
          {t`Children’s requests`}
        </RuledLink>
        <RuledLink href="/coverage">{t`Is it covered?`}</RuledLink>
        <RuledLink href="/lightning-config" detail={t`Connections, payments and receipts`}>
          {t`Lightning wallet`}
        </RuledLink>
        {sells() && (
          <RuledLink href="/subscription" detail={t`What is free, and what is not`}>
            {t`Subscription`}
          </RuledLink>
        )}
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
      <Card className="more-group" aria-label={t`Settings`}>
        <h2 className="text-h3">{t`Settings`}</h2>
        <SettingsLines />
        <ul>
          <RuledLink href="/privacy" detail={t`What this browser keeps, and its notifications`}>
            {t`On this device`}
          </RuledLink>
        </ul>
      </Card>
    </>
  );
}

function ForChild({ reader: { books } }: { reader: Reader }) {
  const [imports, setImports] = useState(false);
  const [book] = books;
  if (!book) return null;
  return (
    <>
      <Group title={t`My book`}>
        <RuledLink href="/requests">{t`What I asked`}</RuledLink>
        <RuledLink href="/activity">{t`All my lines`}</RuledLink>
        <RuledLink href={`/statement?child=${book.id}`}>{t`My statement`}</RuledLink>
        <RuledLink href={`/year?child=${book.id}`}>{t`My year`}</RuledLink>
        <RuledLink href="/sunday">{t`My week`}</RuledLink>
        <RuledButton onClick={() => setImports(true)} detail={t`Lines from a wallet’s file`}>
          {t`Import CSV`}
        </RuledButton>
        <RuledLink href="/privacy">{t`On this device`}</RuledLink>
      </Group>
      <Suspense fallback={null}>
        {imports && (
          <ImportDialog child={book} timeZone={undefined} asks onClose={() => setImports(false)} />
        )}
      </Suspense>
    </>
  );
}

/** Last on the page, above the places: within reach of a thumb. */
function Leaving({ user: { handedOver, ownDevice } }: { user: User }) {
  // Only its parents can sign it out, in their list of devices.
  if (ownDevice) return null;
  if (handedOver)
    return (
      <div className="kid-back">
        <HandBackButton />
      </div>
    );
  return (
    <>
      <Suspense fallback={null}>
        <LeaveAsChild />
      </Suspense>
      <div className="form-actions">
        <Logout />
      </div>
    </>
  );
}

function Logout() {
  const logout = useLogout();
  return (
    <Button look="alt" busy={logout.isPending} onClick={() => logout.run({})}>
      <OutIcon size={20} /> {t`Logout`}
    </Button>
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

/** They have only just learned to read, and tap with a finger. */
const isYoungest = ({ isChild, books: [book] }: Reader) =>
  isChild && book !== undefined && bandOf(book.age) === 'starter';

function Choices({ hasKeys, isOwn }: { hasKeys: boolean; isOwn: boolean }) {
  return (
    <Card className="more-choices" aria-label={t`Appearance and language`}>
      <h2 className="text-h3">{t`Appearance and language`}</h2>
      <ThemeSwitch />
      <LanguageMenu isOwn={isOwn} />
      {hasKeys && <KeysSwitch />}
    </Card>
  );
}
