/** View counts of the articles, without readers or times. */
import type { Pool } from '#server/db/sql.ts';

export async function viewsOf(app: Pool): Promise<Map<string, number>> {
  const rows = await app<{ slug: string; views: bigint }[]>`SELECT slug, views FROM blog_view`;
  return new Map(rows.map(({ slug, views }) => [slug, Number(views)]));
}

/** Ordered by slug, to avoid deadlocks between instances. */
export const addViews = (app: Pool, counts: readonly (readonly [string, number])[]) => app`
  INSERT INTO blog_view (slug, views)
  SELECT slug, views FROM unnest(
    ${counts.map(([slug]) => slug)}::text[], ${counts.map(([, views]) => views)}::bigint[]
  ) AS seen (slug, views) ORDER BY slug
  ON CONFLICT (slug) DO UPDATE SET views = blog_view.views + excluded.views`;
