/** The public blog: articles are files in content/blog; only views are counted. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { date, nothing } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';
import { CATEGORIES, COLORS } from './rules.ts';

const MOST = 100;

const slug = v.pipe(v.string('Expected a slug'), v.regex(/^[a-z0-9-]{1,80}$/, 'Expected a slug'));

/** `content=none` omits the texts: lists only need the data on their cards. */
const content = v.optional(v.picklist(['none'], 'Expected “none”, or nothing'));

const limit = v.optional(
  v.pipe(
    v.string(laterCheck('EXPECTED_PAGE', { most: MOST })),
    v.regex(/^[1-9]\d{0,2}$/, laterCheck('EXPECTED_PAGE', { most: MOST })),
    v.transform(Number),
    v.maxValue(MOST, laterCheck('EXPECTED_PAGE', { most: MOST })),
  ),
);

export const Post = v.object({
  /** An article's only identifier is its slug, which never changes. */
  id: slug,
  slug,
  title: v.string(),
  excerpt: v.string(),
  /** Markdown, as docs/content.md allows it. */
  content: v.optional(v.string()),
  category: v.picklist(CATEGORIES),
  tags: v.array(v.string()),
  featured: v.boolean(),
  /** Minutes. */
  readingTime: v.number(),
  viewCount: v.number(),
  publishedAt: date,
  metaTitle: v.string(),
  metaDescription: v.string(),
  keywords: v.array(v.string()),
});
export type Post = v.InferOutput<typeof Post>;

export const Category = v.object({
  id: slug,
  slug: v.picklist(CATEGORIES),
  name: v.string(),
  color: v.picklist(COLORS),
  postCount: v.number(),
});
export type Category = v.InferOutput<typeof Category>;

export const blog = {
  posts: endpoint({
    method: 'GET',
    path: '/api/blog/posts',
    access: 'public',
    input: v.strictObject({ category: v.optional(slug), limit, content }),
    output: v.array(Post),
  }),
  categories: endpoint({
    method: 'GET',
    path: '/api/blog/categories',
    access: 'public',
    input: nothing,
    output: v.array(Category),
  }),
  post: endpoint({
    method: 'GET',
    path: '/api/blog/posts/{slug}',
    access: 'public',
    input: v.strictObject({ slug, content }),
    output: Post,
  }),
  view: endpoint({
    method: 'POST',
    path: '/api/blog/posts/{slug}/views',
    access: 'public',
    money: 'none',
    input: v.strictObject({ slug }),
    output: v.object({ viewCount: v.number() }),
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const blogSummaries: Summaries<typeof blog> = {
  posts: 'Articles, the newest first: 20, or as many as `limit` says',
  categories: 'The categories, with the number of articles in each',
  post: 'One article; 404 if there is no such one',
  view: 'Count that somebody opened an article; nothing of who it was is kept',
};
