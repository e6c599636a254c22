/** Markdown of articles and lessons: allowed elements become a tree, others are refused. */

import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { readContent } from './content-file.ts';
import { countWords, MarkdownError, parseMarkdown, plainText } from './markdown.ts';

describe('what is refused (BLOG-22)', () => {
  test.each([
    ['HTML in a line', 'a <b>b</b>', 'HTML'],
    ['HTML as a block', '<script>alert(1)</script>', 'HTML'],
    ['a comment', 'a\n\n<!-- b -->', 'HTML'],
    ['a picture', '![a](https://example.com/a.png)', 'a picture'],
    ['a link that is a script', '[a](javascript:alert(1))', 'https'],
    ['a link that is data', '[a](data:text/html,b)', 'https'],
    ['a link that is not secure', '[a](http://example.com)', 'https'],
    ['a link inside the product', '[a](/dashboard)', 'https'],
    ['a link that names a user', '[a](https://bank.example@evil.example/)', 'https'],
    ['a link with a title', '[a](https://example.com "b")', 'written as'],
    ['an address in the text', 'see https://example.com', 'written as'],
    ['an address in angle brackets', '<https://example.com>', 'written as'],
    ['a mail address', 'write to a@example.com', 'written as'],
    ['a first heading', '# a', 'a heading'],
    ['a third heading', '### a', 'a heading'],
    ['an underlined heading', 'a\n---\n', 'a heading'],
    ['italic', 'a *b*', 'italic'],
    ['italic in bold', '**a *b***', 'italic'],
    ['code in a line', '`a`', 'code'],
    ['code as a block', '    a', 'code'],
    ['a quotation', '> a', 'a quotation'],
    ['a table', '|a|b|\n|-|-|\n|c|d|', 'a table'],
    ['a rule', 'a\n\n***', 'a rule'],
    ['a nested list', '- a\n  - b', 'holds text only'],
    ['two paragraphs in an item', '- a\n\n  b', 'holds text only'],
    ['a box to tick', '- [ ] a', 'holds text only'],
    ['a list from 3', '3. a', 'starts with 1'],
    ['an HTML name', 'a &amp; b', 'write the character'],
    ['a link definition', '[a]: https://example.com', 'a link definition'],
  ])('%s', (_, text, why) => {
    expect(() => parseMarkdown(text)).toThrow(MarkdownError);
    expect(() => parseMarkdown(text)).toThrow(why);
  });

  test('the line is named', () => {
    let line = 0;
    try {
      parseMarkdown('a\n\n- b\n- c *d*\n');
    } catch (error) {
      line = (error as MarkdownError).line;
    }
    expect(line).toBe(4);
  });
});

test('headings, bold, links, lists and line breaks become a tree (BLOG-22)', () => {
  expect(
    parseMarkdown('## A & B\nc\n**d [e](https://example.com/?a=1&b=2)**\n\n1. f\n2. g'),
  ).toEqual([
    { kind: 'heading', inlines: [{ kind: 'text', text: 'A & B' }] },
    {
      kind: 'paragraph',
      inlines: [
        { kind: 'text', text: 'c' },
        { kind: 'break' },
        {
          kind: 'bold',
          inlines: [
            { kind: 'text', text: 'd ' },
            {
              kind: 'link',
              href: 'https://example.com/?a=1&b=2',
              inlines: [{ kind: 'text', text: 'e' }],
            },
          ],
        },
      ],
    },
    {
      kind: 'list',
      ordered: true,
      items: [[{ kind: 'text', text: 'f' }], [{ kind: 'text', text: 'g' }]],
    },
  ]);
});

test('words are counted without marks and addresses', () => {
  const text = plainText(
    parseMarkdown('## One two\n\n- **three** [four](https://example.com/a)\n'),
  );
  expect(text).toBe('One two\nthree four');
  expect(countWords(text)).toBe(4);
  expect(countWords(' ')).toBe(0);
});

describe('a file with front matter', () => {
  const schema = v.strictObject({
    title: v.pipe(v.string('expected text'), v.maxLength(5, 'at most 5 characters')),
    tags: v.array(v.string('expected text')),
  });
  const read = (text: string) => readContent('content/a.md', text, schema);

  test.each([
    ['no front matter', 'Hello', 'content/a.md: it must begin with front matter'],
    ['broken YAML', '---\ntitle: "A\n---\nb', 'content/a.md:2: '],
    ['a field too many', '---\ntitle: A\ntags: []\nmore: 1\n---\n', 'content/a.md: more: there is'],
    ['a field too few', '---\ntitle: A\n---\n', 'content/a.md: tags: it is missing'],
    ['too long', '---\ntitle: ABCDEF\ntags: []\n---\n', 'content/a.md: title: at most 5'],
    ['inside a list', '---\ntitle: A\ntags: [b, 1]\n---\n', 'content/a.md: tags.1: expected text'],
    ['marks', '---\ntitle: A\ntags: []\n---\nb\n\n<i>c</i>', 'content/a.md:7: HTML is not allowed'],
  ])('is refused in one line: %s', (_, text, message) => {
    let said = '';
    try {
      read(text);
    } catch (error) {
      said = (error as Error).message;
    }
    expect(said.startsWith(message), said).toBe(true);
    expect(said).not.toContain('\n');
  });

  test('gives its fields, its text and its tree', () => {
    expect(read('---\r\ntitle: A\r\ntags: [b]\r\n---\r\nc\r\n')).toEqual({
      front: { title: 'A', tags: ['b'] },
      body: 'c',
      blocks: [{ kind: 'paragraph', inlines: [{ kind: 'text', text: 'c' }] }],
    });
  });
});
