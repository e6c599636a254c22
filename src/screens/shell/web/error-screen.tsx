/** Shown when a page couldn't be rendered. */
import { t } from '@lingui/core/macro';
import { Book } from '#web/book.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { usePage } from '#web/ui/use-page.ts';
import { QuietFrame } from './quiet-frame.tsx';

export function ErrorScreen({ onRetry }: { onRetry: () => void }) {
  usePage({ title: t`Something went wrong`, description: t`This page could not be shown.` });
  return (
    <QuietFrame>
      <Book arrived title={t`Something went wrong`}>
        <div className="grid gap-4">
          <p role="alert">{t`An unexpected error occurred. Please try refreshing the page.`}</p>
          <p className="sub">{t`Nothing in your books is lost.`}</p>
          <div className="form-actions">
            <Button onClick={onRetry}>{t`Try Again`}</Button>
            <ButtonLink look="alt" href="/">
              {t`Back to the start page`}
            </ButtonLink>
          </div>
        </div>
      </Book>
    </QuietFrame>
  );
}
