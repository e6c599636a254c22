/** The way back from a page, above its title. */
import { t } from '@lingui/core/macro';
import { lookClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { BackIcon } from '#web/ui/icons.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

export function BackLink({ href }: { href: string }) {
  return (
    <PageLink href={href} className={cx(lookClass({ look: 'quiet', small: true }), 'page-back')}>
      <BackIcon size={20} /> {t`Back`}
    </PageLink>
  );
}
