/** The page for a missing article, or one that can't be shown. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

export function ArticleNotFound() {
  return (
    <Failed title={<Trans>Article Not Found</Trans>}>
      <Trans>The article you're looking for doesn't exist or has been removed.</Trans>
    </Failed>
  );
}

export function ArticleFailed() {
  return (
    <Failed title={<Trans>Error Loading Article</Trans>}>
      <Trans>There was an error loading the article. Please try again later.</Trans>
    </Failed>
  );
}

function Failed({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="blog-cover book-cover rings">
      <h1>{title}</h1>
      <p className="lead">{children}</p>
      <a className="btn btn-gold" href="/blog">
        <Trans>Back to Blog</Trans>
      </a>
    </section>
  );
}
