/** /blog/{slug}: one article as plain HTML. `article-script.ts` adds views, sharing and leaving. */
import { Trans, useLingui } from '@lingui/react/macro';
import { BackIcon, ShareIcon } from '#web/ui/icons.tsx';
import { Markdown } from '#web/ui/markdown.tsx';
import type { Article } from '../article.ts';
import { Badge, type CardPost, PostCard, Views } from './card.tsx';
import { dayWords } from './day-words.ts';

/** @param next other articles to read */
export function ArticlePage({ article, next }: { article: Article; next: readonly CardPost[] }) {
  return (
    <>
      <article className={`article tint-${article.category}`} data-article={article.slug}>
        <ArticleHead article={article} />
        <div className="article-page book-page">
          <div className="prose">
            <Markdown blocks={article.blocks} />
          </div>
          <Tags tags={article.tags} />
        </div>
      </article>
      <CallToAction />
      {next.length > 0 && (
        <section className="block" aria-labelledby="next">
          <h2 id="next">
            <Trans>Read next</Trans>
          </h2>
          <ul className="posts posts-next">
            {next.map((post) => (
              <li key={post.slug}>
                <PostCard post={post} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <LeavingDialog />
    </>
  );
}

export function BackToBlog() {
  return (
    <a className="back" href="/blog">
      <BackIcon size={18} />
      <Trans>Back to Blog</Trans>
    </a>
  );
}

function ArticleHead({ article }: { article: Article }) {
  return (
    <header className="article-head book-cover rings">
      <BackToBlog />
      <Badge category={article.category} />
      <h1>{article.title}</h1>
      <p className="lead">{article.excerpt}</p>
      <p className="facts">
        <time dateTime={article.publishedAt}>{dayWords(article.publishedAt)}</time>
        <span>
          <Trans>{article.readingTime} min read</Trans>
        </span>
        <Views slug={article.slug} />
      </p>
      <Share />
      <p className="failure-line" role="alert" data-failures="">
        <span data-failure="missing" hidden>
          <Trans>Blog post not found</Trans>
        </span>
        <span data-failure="post" hidden>
          <Trans>Failed to fetch blog post</Trans>
        </span>
      </p>
    </header>
  );
}

function Share() {
  return (
    <div className="share needs-script">
      <button type="button" className="btn btn-cover btn-sm" data-share="">
        <ShareIcon size={18} />
        <Trans>Share</Trans>
      </button>
      <p className="share-said" role="alert" data-said="">
        <span data-copied="" hidden>
          <Trans>Link copied to clipboard!</Trans>
        </span>
        <span data-not-copied="" hidden>
          <Trans>This is the link:</Trans> <span data-link="" />
        </span>
      </p>
    </div>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  const { t } = useLingui();
  return (
    <ul className="tags" aria-label={t`Tags`}>
      {tags.map((tag) => (
        <li key={tag} className="tag">
          {tag}
        </li>
      ))}
    </ul>
  );
}

function CallToAction() {
  return (
    <section className="cta" aria-labelledby="cta">
      <div>
        <h2 id="cta">
          <Trans>A savings book for every child</Trans>
        </h2>
        <p>
          <Trans>
            Pocket money, goals and requests, recorded in whole sats. You keep the money. Free, run
            on donations.
          </Trans>
        </p>
      </div>
      <div className="cta-acts">
        <a className="btn" href="/">
          <Trans>See Satling</Trans>
        </a>
        <a className="btn btn-alt" href="/how-it-works">
          <Trans>How It Works</Trans>
        </a>
      </div>
    </section>
  );
}

/** Asks a child for confirmation before it leaves the program. */
function LeavingDialog() {
  return (
    <dialog className="leaving" aria-labelledby="leaving" data-leaving="">
      <form method="dialog">
        <h2 id="leaving">
          <Trans>You are leaving Satling</Trans>
        </h2>
        <p>
          <Trans>
            This link opens another website: <strong data-host="" />. Ask a grown-up if you are not
            sure.
          </Trans>
        </p>
        <div className="cta-acts">
          <button type="submit" className="btn">
            <Trans>Stay here</Trans>
          </button>
          <a
            className="btn btn-alt"
            href="/blog"
            target="_blank"
            rel="noopener noreferrer nofollow"
            data-go=""
          >
            <Trans>Go on</Trans>
          </a>
        </div>
      </form>
    </dialog>
  );
}
