/**
 * On the family's Sunday: one quiet line with a link to the week's page. One press dismisses it for
 * good.
 */
import { t } from '@lingui/core/macro';
import { Button } from '#web/ui/button.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { PageLink, useWay } from '#web/ui/page-link.tsx';
import { useStoredChoice } from '#web/ui/stored-choice.ts';
import { sundayChoice } from './sunday-choice.ts';

export function SundayLine() {
  const isOff = useStoredChoice(sundayChoice) === 'off';
  const hasPage = useWay('/sunday') !== undefined;
  if (isOff || !hasPage) return null;
  return (
    <p className="sunday-line">
      <PageLink href="/sunday">{t`It’s Sunday: look at the week together`}</PageLink>
      <Button
        look="quiet"
        iconOnly
        aria-label={t`Don’t offer this on Sundays`}
        onClick={() => sundayChoice.set('off')}
      >
        <CloseIcon />
      </Button>
    </p>
  );
}
