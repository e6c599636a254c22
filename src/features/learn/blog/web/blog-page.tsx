/**
 * /blog: all articles as plain HTML, readable without scripts. `blog-script.ts` adds the search,
 * the categories, view counts and ages.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { RssIcon } from '#web/ui/icons.tsx';
import { type CategorySlug, categoriesOf } from '../rules.ts';
import { type CardPost, PostCard } from './card.tsx';
import { categoryName } from './category-name.ts';

type ListedPost = CardPost & { featured: boolean };
type Counted = { slug: CategorySlug; postCount: number };

export function BlogPage({ posts }: { posts: readonly ListedPost[] }) {
  return (
    <div className="blog" data-blog="">
      <Cover />
      {posts.length === 0 ? <NoArticles /> : <Articles posts={posts} />}
    </div>
  );
}

function Cover() {
  return (
    <header className="blog-cover book-cover rings">
      <h1>
        <Trans>Bitcoin Education Blog</Trans>
      </h1>
      <p className="lead">
        <Trans>
          Short, dated articles for families: what Bitcoin is, how pocket money works, and one thing
          to try tonight. No prices, no promises.
        </Trans>
      </p>
      <a className="feed" href="/blog/rss.xml">
        <RssIcon size={18} />
        <Trans>RSS feed</Trans>
      </a>
    </header>
  );
}

function NoArticles() {
  return (
    <section className="empty">
      <h2>
        <Trans>No articles yet</Trans>
      </h2>
      <p>
        <Trans>The first ones will appear here.</Trans>
      </p>
    </section>
  );
}

function Articles({ posts }: { posts: readonly ListedPost[] }) {
  const categories = categoriesOf(posts).filter(({ postCount }) => postCount > 0);
  const featured = posts.filter((post) => post.featured).slice(0, 3);
  return (
    <>
      <Filter categories={categories} />
      <Failure />
      {featured.length > 0 && (
        <section className="block" aria-labelledby="featured" data-featured="">
          <h2 id="featured">
            <Trans>Featured articles</Trans>
          </h2>
          <ul className="featured">
            {featured.map((post) => (
              <li key={post.slug}>
                <PostCard post={post} counted />
              </li>
            ))}
          </ul>
        </section>
      )}
      <AllArticles posts={posts} />
      <Tiles categories={categories} />
    </>
  );
}

function Filter({ categories }: { categories: readonly Counted[] }) {
  const { t } = useLingui();
  return (
    <search className="needs-script">
      <form className="filter" data-filter="">
        <label className="field">
          <span className="field-label">
            <Trans>Search articles</Trans>
          </span>
          <input
            className="input"
            type="search"
            name="q"
            maxLength={100}
            placeholder={t`A word, such as “keys”`}
            autoComplete="off"
          />
        </label>
        <label className="field">
          <span className="field-label">
            <Trans>Category</Trans>
          </span>
          <select className="input" name="category" autoComplete="off">
            <option value="">{t`All Categories`}</option>
            {categories.map(({ slug, postCount }) => (
              <option key={slug} value={slug} data-name={categoryName(slug)}>
                {categoryName(slug)} ({postCount})
              </option>
            ))}
          </select>
        </label>
      </form>
    </search>
  );
}

/** Shown by the script if a call fails: the articles stay, only their numbers are missing. */
function Failure() {
  return (
    <div role="alert" className="failure" data-failures="">
      <div hidden>
        <p data-failure="posts" hidden>
          <Trans>Failed to fetch posts</Trans>
        </p>
        <p data-failure="categories" hidden>
          <Trans>Failed to fetch categories</Trans>
        </p>
        <p className="sub">
          <Trans>You can read everything; only the view counts are missing for now.</Trans>
        </p>
        <button type="button" className="btn btn-alt btn-sm" data-retry="">
          <Trans>Try Again</Trans>
        </button>
      </div>
    </div>
  );
}

function AllArticles({ posts }: { posts: readonly ListedPost[] }) {
  return (
    <section className="block" aria-labelledby="articles" data-list="">
      <div className="list-head">
        <h2 id="articles" tabIndex={-1}>
          <Trans>All articles</Trans>
        </h2>
        <p className="sub needs-script" role="status">
          <Trans>
            Articles found: <span data-found="">{posts.length}</span>
          </Trans>
        </p>
      </div>
      <ul className="posts">
        {posts.map((post) => (
          <li key={post.slug}>
            <PostCard post={post} counted />
          </li>
        ))}
      </ul>
      <div className="empty" data-empty="" hidden>
        <h3>
          <Trans>No articles found</Trans>
        </h3>
        <button type="button" className="btn btn-alt" data-clear="">
          <Trans>Clear filters</Trans>
        </button>
      </div>
      <button type="button" className="btn btn-alt more needs-script" data-more="" hidden>
        <Trans>Show more articles</Trans>
      </button>
    </section>
  );
}

function Tiles({ categories }: { categories: readonly Counted[] }) {
  return (
    <section className="block needs-script" aria-labelledby="categories">
      <h2 id="categories">
        <Trans>Browse by category</Trans>
      </h2>
      <ul className="tiles">
        {categories.map(({ slug, postCount }) => (
          <li key={slug}>
            <button type="button" className={`tile tint-${slug}`} data-tile={slug}>
              <span className="tile-name">{categoryName(slug)}</span>
              <span className="tile-count">
                <Trans>
                  Articles: <span data-count={slug}>{postCount}</span>
                </Trans>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
