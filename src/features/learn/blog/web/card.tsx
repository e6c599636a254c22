/** One article of the list: a page with a colored spine. The script adds views and age. */
import { Trans } from '@lingui/react/macro';
import { Drawing } from '#web/ui/drawing.tsx';
import { ViewsIcon } from '#web/ui/icons.tsx';
import type { Article } from '../article.ts';
import { categoryName } from './category-name.ts';
import { dayWords } from './day-words.ts';

/** The data for a card, the search and an article's header. */
export type CardPost = Pick<
  Article,
  'slug' | 'title' | 'excerpt' | 'category' | 'drawing' | 'tags' | 'readingTime' | 'publishedAt'
>;

/** `counted`: the page's script fetches the view count. */
export function PostCard({ post, counted = false }: { post: CardPost; counted?: boolean }) {
  return (
    <article
      className={`post tint-${post.category}`}
      data-post={post.slug}
      data-category={post.category}
      data-tags={post.tags.join('\n')}
    >
      <div className="post-top">
        <Badge category={post.category} />
        <span className="post-drawing">
          <Drawing name={post.drawing} size={56} />
        </span>
      </div>
      <h3 className="post-title">
        <a href={`/blog/${post.slug}`}>{post.title}</a>
      </h3>
      <p className="post-excerpt">{post.excerpt}</p>
      <PostFacts post={post} counted={counted} />
    </article>
  );
}

export function Badge({ category }: { category: CardPost['category'] }) {
  return <span className="badge">{categoryName(category)}</span>;
}

function PostFacts({ post, counted }: { post: CardPost; counted: boolean }) {
  return (
    <p className="facts">
      <span>
        <Trans>{post.readingTime} min read</Trans>
      </span>
      {counted && <Views slug={post.slug} />}
      <time dateTime={post.publishedAt} data-ago="">
        {dayWords(post.publishedAt)}
      </time>
    </p>
  );
}

/** Empty without scripts; a dash until the number arrives. */
export function Views({ slug }: { slug: string }) {
  return (
    <span className="views needs-script">
      <ViewsIcon size={18} />
      <span className="sr-only">
        <Trans>Views:</Trans>{' '}
      </span>
      <span data-views={slug}>–</span>
    </span>
  );
}
