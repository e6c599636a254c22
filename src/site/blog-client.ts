/** The entry of the blog's pages: style sheet, and the scripts of the list and of an article. */
import './blog.css';
import { startArticle } from '#features/learn/blog/web/article-script.ts';
import { startBlog } from '#features/learn/blog/web/blog-script.ts';
import { startCounting } from '#features/operator/visits/web/count-visits.ts';
import { loadFontsLate } from './late-fonts.ts';
import { startEvents } from './site-events.ts';
import { startTheme } from './site-theme.ts';

startTheme();
startEvents();
startCounting();
loadFontsLate();
void startBlog();
void startArticle();
