/** For unknown addresses, with two ways home. */
import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { Book } from '#web/book.tsx';
import { ButtonLink, lookClass } from '#web/ui/button.tsx';

export function NotFound() {
  return (
    <Book
      title={t`404 Page Not Found`}
      lead={t`Our book has no page at this address.`}
      mark={<EmptyStamps />}
    >
      <div className="form-actions">
        <Link href="/dashboard" className={lookClass({})}>
          {t`Go to Dashboard`}
        </Link>
        <ButtonLink look="alt" href="/">
          {t`Back to the start page`}
        </ButtonLink>
      </div>
    </Book>
  );
}

/** Three empty places for stamps. Decorative. */
function EmptyStamps() {
  return (
    <span className="empty-stamps wide-only" aria-hidden="true">
      {['first', 'second', 'third'].map((place) => (
        <span key={place} className="stamp" />
      ))}
    </span>
  );
}
