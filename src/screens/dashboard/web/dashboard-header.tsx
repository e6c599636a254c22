/** The head of the dashboard: the name, the three views of an adult, and who is signed in. */
import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { User } from '#features/auth/contract.ts';
import { useLogout } from '#features/auth/web/use-logout.ts';
import { Bell } from '#features/messages/web/bell.tsx';
import { SearchButton } from '#screens/search/web/search-button.tsx';
import { Button, lookClass } from '#web/ui/button.tsx';
import { OutIcon } from '#web/ui/icons.tsx';
import { LogoMark } from '#web/ui/logo.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import type { View } from './use-view.ts';

export interface DashboardHeaderProps {
  user: User;
  /** Left out for a child: it has one view. */
  view: View | undefined;
  timeZone: string | undefined;
}

export function DashboardHeader({ user, view, timeZone }: DashboardHeaderProps) {
  return (
    <header className="dash-head">
      <a href="/" className="dash-brand">
        <LogoMark /> Satling
      </a>
      {view && <ViewSwitch view={view} />}
      <div className="dash-who">
        <div className="dash-theme">
          <ThemeSwitch />
        </div>
        <p className="dash-person">
          <strong>{user.firstName ?? user.email}</strong>
          <span className="sub">{roleWord(user.role)}</span>
        </p>
        {user.isAdmin && (
          <Link href="/admin" className={lookClass({ look: 'quiet', small: true })}>
            {t`Admin`}
          </Link>
        )}
        <SearchButton />
        <Bell timeZone={timeZone} />
        <Logout />
      </div>
    </header>
  );
}

function ViewSwitch({ view }: { view: View }) {
  return (
    <div className="dash-views">
      <SegmentedControl
        label={t`View`}
        value={view.mode}
        onChange={view.setMode}
        options={[
          { value: 'parent', label: t`Parent View` },
          { value: 'child', label: t`Child View` },
          { value: 'overview', label: t`Family Overview` },
        ]}
      />
    </div>
  );
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
