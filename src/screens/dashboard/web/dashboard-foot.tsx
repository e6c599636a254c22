/**
 * The foot of the dashboard: messages and past pop-ups; the language, and on narrow screens the
 * choice of theme.
 */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { messages } from '#features/messages/contract.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Chip } from '#web/ui/chip.tsx';
import { LanguageMenu } from '#web/ui/language-menu.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { RecentMessages } from '#web/ui/toaster.tsx';

const MessageList = lazyPart(
  async () => (await import('#features/messages/web/message-list.tsx')).MessageList,
);

export function DashboardFoot({ timeZone }: { timeZone: string | undefined }) {
  const unread = useQuery(query(messages.unread, {})).data?.unread ?? 0;
  return (
    <footer className="dash-foot">
      <RecentMessages badge={unread > 0 && <Chip tone="blue">{t`${unread} new`}</Chip>}>
        <Suspense fallback={null}>
          <MessageList timeZone={timeZone} />
        </Suspense>
      </RecentMessages>
      <div className="dash-choices">
        <div className="dash-theme-foot">
          <ThemeSwitch />
        </div>
        <LanguageMenu />
      </div>
    </footer>
  );
}
