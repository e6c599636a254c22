/** Once a key is hidden, no cached reply contains it, not even the last but one. */
import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { forgetReplies } from './forget-replies.ts';
import { newQueryClient } from './query.ts';

const KEY = 'vpub-that-was-readable';

test('replies with the key are forgotten, others stay, and no cancelled call brings it back (VAULT-17)', async () => {
  const queries = newQueryClient();
  const asked: string[] = [];
  let answer: () => unknown = () => ({ wallet: { keys: [KEY] } });
  const read = (name: string) => ({
    queryKey: [name],
    queryFn: () => {
      asked.push(name);
      return name === 'other' ? 'nothing of it' : answer();
    },
  });
  const end = new QueryObserver(queries, read('shown')).subscribe(() => undefined);
  await queries.fetchQuery(read('left'));
  await queries.fetchQuery(read('other'));
  const cached = (name: string) => queries.getQueryData([name]);
  await expect.poll(() => cached('shown')).toEqual({ wallet: { keys: [KEY] } });
  await forgetReplies(queries, ['another']);
  expect(asked).toEqual(['shown', 'left', 'other']);
  answer = () => new Promise(() => undefined);
  void forgetReplies(queries, ['another', KEY]);
  expect([cached('shown'), cached('left'), cached('other')]).toEqual([
    ...[undefined, undefined, 'nothing of it'],
  ]);
  await expect.poll(() => asked.slice(3)).toEqual(['shown']);
  await queries.cancelQueries({}, { revert: true });
  expect(cached('shown')).toBeUndefined();
  end();
});
