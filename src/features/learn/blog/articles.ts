/** This program's articles, read from content/blog once, on first use. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Article, readArticles } from './article.ts';

const folder = fileURLToPath(new URL('../../../../content/blog/', import.meta.url));

let read: Article[] | undefined;

/** Newest first. @throws Error that names the bad file */
export function articles(): Article[] {
  read ??= readArticles(
    globSync('*.md', { cwd: folder }).map((name) => ({
      name,
      text: readFileSync(folder + name, 'utf8'),
    })),
  );
  return read;
}
