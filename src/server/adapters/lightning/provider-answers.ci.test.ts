/** The table of provider answers again, over NIP-04, which differs only in its encryption. */
import { describe } from 'vitest';
import { describeAnswersOf } from '#tests/support/provider-table.ts';

describe('nwc-nip04', () => describeAnswersOf('nwc-nip04'));
