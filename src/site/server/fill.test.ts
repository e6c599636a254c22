/** Filling prerendered pages with the server's data. */
import { expect, test } from 'vitest';
import { fill } from './fill.ts';

test('a name without a value stops the start', () => {
  expect(() => fill('<p>{{nobody}}</p>', {})).toThrow('nobody');
  expect(() => fill('<x-when name="nobody">a</x-when>', {})).toThrow('nobody');
});

test('a value is text, never markup', () => {
  const page = '<a href="{{at}}">{{at}}</a>';
  expect(fill(page, { at: '"><script>' })).toBe(
    '<a href="&quot;&gt;&lt;script&gt;">&quot;&gt;&lt;script&gt;</a>',
  );
  expect(fill('<p>{{mark}}</p>', { mark: { html: '<svg/>' } })).toBe('<p><svg/></p>');
});

test('what belongs to a setting is there only with it, or only without it', () => {
  const page = '<x-when name="a"><p>{{a}}</p></x-when><x-unless name="a"><p>none</p></x-unless>';
  expect(fill(page, { a: undefined })).toBe('<p>none</p>');
  expect(fill(page, { a: 'one' })).toBe('<p>one</p>');
});
