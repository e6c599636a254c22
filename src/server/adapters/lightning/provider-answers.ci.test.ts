/** The table of provider answers again, over NIP-04, which only the encryption tells apart. */
import { describe } from 'vitest';
import { describeAnswersOf } from '#tests/support/provider-table.ts';

describe('nwc-nip04', () => describeAnswersOf('nwc-nip04'));
