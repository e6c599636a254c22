/**
 * The header of the signed-in pages: the product's name and the signed-in person. On a phone the
 * person is a button, and its menu has the rest.
 */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { PARENTS_SLOT } from '#core/faces.ts';
import { Bell } from '#features/notices/messages/web/bell.tsx';
import type { User } from '#features/people/auth/contract.ts';
import { useLogout } from '#features/people/auth/web/use-logout.ts';
import { children } from '#features/people/children/contract.ts';
import { SearchButton } from '#screens/search/web/search-button.tsx';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Avatar, type Looks, looksOf } from '#web/ui/avatar.tsx';
import { Button, lookClass } from '#web/ui/button.tsx';
import { OutIcon } from '#web/ui/icons.tsx';
import { LogoMark } from '#web/ui/logo.tsx';

const UndoInMessage = lazyPart(
  async () => (await import('#features/book/changes/web/undo-change.tsx')).UndoInMessage,
);

const MENU = 'who';

export function DashboardHeader({ user }: { user: User }) {
  const name = user.firstName ?? user.email;
  const looks = useLooks(user);
  return (
    <header className="shell-head">
      <Link href="/dashboard" className="dash-brand">
        <LogoMark /> Satling
      </Link>
      <div className="shell-tools">
        <SearchButton />
        <Bell Undo={UndoInMessage} />
        <button
          type="button"
          className="btn btn-quiet btn-icon who-button"
          popoverTarget={MENU}
          aria-label={t`Menu of ${name}`}
        >
          <Avatar name={name} {...looks} size={36} />
        </button>
        <div id={MENU} popover="auto" className="who">
          <p className="who-person">
            <strong>{name}</strong>
            <span className="sub">{roleWord(user.role)}</span>
          </p>
          {user.role !== 'child' && (
            <Link href="/settings" className={lookClass({ look: 'quiet', small: true })}>
              {t`Settings`}
            </Link>
          )}
          {user.isAdmin && (
            <Link href="/admin" className={lookClass({ look: 'quiet', small: true })}>
              {t`Admin`}
            </Link>
          )}
          <Logout />
        </div>
      </div>
    </header>
  );
}

/** A child's usual looks, once its book is loaded; the adults have their own two colors. */
function useLooks({ role, childId }: User): Looks {
  const book = useQuery({ ...query(children.get, { id: childId ?? '' }), enabled: false }).data;
  if (childId) return looksOf(book);
  return { slot: role === 'parent' ? PARENTS_SLOT : PARENTS_SLOT - 1 };
}

function Logout() {
  const logout = useLogout();
  return (
    <Button look="quiet" small busy={logout.isPending} onClick={() => logout.run({})}>
      <OutIcon size={20} /> {t`Logout`}
    </Button>
  );
}

function roleWord(role: User['role']): string {
  if (role === 'parent') return t`Parent`;
  return role === 'spouse' ? t`Spouse` : t`Child`;
}
