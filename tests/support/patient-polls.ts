/** Runs before each file: `expect.poll` may take as long as the machine needs now. */
import { vi } from 'vitest';
import { waitMs } from '../../testkit/chain/until.ts';

vi.setConfig({
  expect: {
    poll: {
      get timeout() {
        return waitMs();
      },
    },
  },
});
