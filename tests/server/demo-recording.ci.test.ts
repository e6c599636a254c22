/**
 * The demo's recording equals a server's replies today. After a change to these replies, `npm run
 * record-demo` updates it.
 */
import { expect, test } from 'vitest';
import { recordDemo } from '../support/demo-recording.ts';

test('the recorded replies of the demo are those of a real server (DEMO-05 DEMO-08)', async () => {
  const text = await recordDemo('2026-11-21');
  await expect(text).toMatchFileSnapshot('../../src/demo/recording.json');
});
