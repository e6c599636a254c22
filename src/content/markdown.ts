/**
 * The Markdown of articles and lessons (docs/content.md) as a small tree: no HTML comes in and none
 * goes out, so whoever shows it makes its own elements. Any mark that is not on the list is refused
 * with its line, never skipped.
 */
import { Lexer, type Token, type Tokens } from 'marked';
import type { Block, Inline } from './blocks.ts';

/** `line` counts from 1 in the given text. */
export class MarkdownError extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** @throws MarkdownError for everything except headings, paragraphs, lists, bold and https links */
export function parseMarkdown(text: string): Block[] {
  let line = 1;
  const blocks: Block[] = [];
  for (const token of new Lexer({ gfm: true }).lex(text)) {
    const block = asBlock(token as Tokens.Generic, line);
    if (block) blocks.push(block);
    line += token.raw.split('\n').length - 1;
  }
  return blocks;
}

/** The text that is read: without marks and link addresses, one block or item per line. */
export const plainText = (blocks: readonly Block[]): string =>
  blocks
    .flatMap((block) => (block.kind === 'list' ? block.items : [block.inlines]))
    .map(plainInlines)
    .join('\n');

/** Words are separated by spaces. */
export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

function plainInlines(inlines: readonly Inline[]): string {
  return inlines
    .map((one) => {
      if (one.kind === 'text') return one.text;
      return one.kind === 'break' ? '\n' : plainInlines(one.inlines);
    })
    .join('');
}

function asBlock(token: Tokens.Generic, line: number): Block | undefined {
  if (token.type === 'space') return undefined;
  if (token.type === 'paragraph') return { kind: 'paragraph', inlines: asInlines(token, line) };
  if (token.type === 'heading' && token.depth === 2 && token.raw.startsWith('## '))
    return { kind: 'heading', inlines: asInlines(token, line) };
  if (token.type === 'list') return asList(token as Tokens.List, line);
  const what = token.type === 'heading' ? 'a heading that is not “## ”' : names[token.type];
  throw new MarkdownError(line, `${what ?? token.type} is not allowed`);
}

/**
 * Each item is one line of text: anything more that marked finds in it (a list, a paragraph) is
 * refused.
 */
function asList(list: Tokens.List, line: number): Block {
  if (list.ordered && list.start !== 1)
    throw new MarkdownError(line, 'a numbered list starts with 1');
  let at = line;
  const items = list.items.map((item) => {
    const [content, ...more] = item.tokens.filter(({ type }) => type !== 'space');
    const isText = content?.type === 'text' || content?.type === 'paragraph';
    if (!content || !isText || more.length > 0 || item.task)
      throw new MarkdownError(at, 'an item of a list holds text only');
    const inlines = asInlines(content as Tokens.Generic, at);
    at += item.raw.split('\n').length - 1;
    return inlines;
  });
  return { kind: 'list', ordered: list.ordered, items };
}

function asInlines({ tokens = [] }: { tokens?: Token[] }, line: number): Inline[] {
  return tokens.flatMap((token) => asInline(token as Tokens.Generic, line));
}

function asInline(token: Tokens.Generic, line: number): Inline | Inline[] {
  if (token.type === 'text') return asText(token.text, line);
  if (token.type === 'escape') return { kind: 'text', text: token.text };
  if (token.type === 'br') return { kind: 'break' };
  if (token.type === 'strong') return { kind: 'bold', inlines: asInlines(token, line) };
  if (token.type === 'link') return asLink(token as Tokens.Link, line);
  throw new MarkdownError(line, `${names[token.type] ?? token.type} is not allowed`);
}

/** The end of a line is a break: what a writer sees is what a reader gets. */
function asText(text: string, line: number): Inline[] {
  if (/&#?\w+;/.test(text)) throw new MarkdownError(line, 'write the character, not its HTML name');
  return text
    .split('\n')
    .flatMap((part, i): Inline[] => [
      ...(i > 0 ? [{ kind: 'break' } as const] : []),
      ...(part === '' ? [] : [{ kind: 'text', text: part } as const]),
    ]);
}

function asLink(token: Tokens.Link, line: number): Inline {
  if (!token.raw.startsWith('[') || token.title)
    throw new MarkdownError(line, 'a link is written as [text](https://…)');
  if (!isHttps(token.href))
    throw new MarkdownError(line, `a link leads to https, not to ${token.href}`);
  return { kind: 'link', href: token.href, inlines: asInlines(token, line) };
}

const isHttps = (href: string): boolean =>
  href.startsWith('https://') && URL.canParse(href) && new URL(href).username === '';

const names: Readonly<Record<string, string>> = {
  html: 'HTML',
  image: 'a picture',
  table: 'a table',
  blockquote: 'a quotation',
  code: 'code',
  codespan: 'code',
  em: 'italic type',
  del: 'strikethrough',
  hr: 'a rule',
  def: 'a link definition',
};
