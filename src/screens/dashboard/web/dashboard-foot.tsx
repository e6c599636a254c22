/** The foot of the dashboard: past pop-ups; the language, and on narrow screens the theme. */
import { LanguageMenu } from '#web/ui/language-menu.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { RecentMessages } from '#web/ui/toaster.tsx';

export function DashboardFoot() {
  return (
    <footer className="dash-foot">
      <RecentMessages />
      <div className="dash-choices">
        <div className="dash-theme-foot">
          <ThemeSwitch />
        </div>
        <LanguageMenu />
      </div>
    </footer>
  );
}
