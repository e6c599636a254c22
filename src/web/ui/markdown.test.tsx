/** The text of articles as elements. */
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { parseMarkdown } from '#content/markdown.ts';
import { Markdown } from './markdown.tsx';

test('what looks like HTML in a tree stays text (BLOG-22 T43)', () => {
  const text = '<img src=x onerror=alert(1)>';
  const inlines = [{ kind: 'text' as const, text }];
  const { container } = render(<Markdown blocks={[{ kind: 'paragraph', inlines }]} />);
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe(text);
});

test('links open in a new tab and tell nothing; bold, headings, lists and breaks (BLOG-22)', () => {
  const blocks = parseMarkdown(
    '## Head\n\nOne **two**\nthree\n\n- [four](https://example.com/)\n\n1. five',
  );
  const { container } = render(<Markdown blocks={blocks} />);
  const link = screen.getByRole('link', { name: 'four' });
  expect(link.getAttribute('href')).toBe('https://example.com/');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(container.innerHTML.replaceAll(/ (href|target|rel)="[^"]*"/g, '')).toBe(
    '<h2>Head</h2><p>One <strong>two</strong><br>three</p><ul><li><a>four</a></li></ul>' +
      '<ol><li>five</li></ol>',
  );
});

test('links can be drawn in another way', () => {
  const blocks = parseMarkdown('[four](https://example.com/)');
  render(
    <Markdown
      blocks={blocks}
      link={(href, words) => (
        <button type="button">
          {words} {href}
        </button>
      )}
    />,
  );
  expect(screen.getByRole('button').textContent).toBe('four https://example.com/');
});
