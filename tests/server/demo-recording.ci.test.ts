/**
 * The demo says what the program does: its recording is what a server replies today. After a change
 * of these replies, `npm run record-demo` records them anew.
 */
import { expect, test } from 'vitest';
import { recordDemo } from '../support/demo-recording.ts';

test('the recorded replies of the demo are those of a real server (DEMO-05 DEMO-08)', async () => {
  const text = await recordDemo('2026-11-21');
  await expect(text).toMatchFileSnapshot('../../src/demo/recording.json');
});
