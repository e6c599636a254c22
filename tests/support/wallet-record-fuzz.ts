/**
 * Random and damaged records of wallets with an HTTP API: each is judged or causes a
 * LightningError, and nothing unproven is called proven.
 */
import fc from 'fast-check';
import { judge, type WalletRecord } from '#core/lightning/answers.ts';
import { LightningError } from '#core/lightning/error.ts';
import { type Fields, readFields } from '#core/lightning/fields.ts';
import { isProofOf } from '#core/lightning/proof.ts';
import { hubRecord } from '#server/adapters/lightning/alby-hub.ts';
import { incoming, outgoing } from '#server/adapters/lightning/phoenixd.ts';
import { PAYMENT_HASH, PREIMAGE } from './invoice.ts';

const invoice = { text: 'lnbcrt1', paymentHash: PAYMENT_HASH, amountMsat: 2_100_000n };
const HUB = {
  type: 'outgoing',
  state: 'settled',
  preimage: PREIMAGE,
  amount: 2_100_000,
  feesPaid: 3_000,
  settledAt: '2026-11-22T00:00:00Z',
};
const PHOENIXD = { isPaid: true, preimage: PREIMAGE, sent: 2_103, fees: 3_000, completedAt: 1 };

/** One to three fields contain any JSON, or are missing. */
const damaged = (sound: object) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...Object.keys(sound)),
        fc.oneof(fc.jsonValue(), fc.constantFrom(undefined, 'failed', 'ab', -1, 1e300, true)),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((changes): unknown => ({ ...sound, ...Object.fromEntries(changes) }));

function judged(read: (fields: Fields) => WalletRecord, direction: 'in' | 'out', json: unknown) {
  try {
    const record = read(readFields(json, 'The answer', 'BAD_REPLY'));
    const found = judge({ direction, invoice }, record);
    if (found.state !== 'settled' || found.proof !== 'proven') return;
    if (!isProofOf(found.preimage, PAYMENT_HASH)) throw new Error('Proven without a proof');
  } catch (error) {
    if (!(error instanceof LightningError)) throw error;
  }
}

const reads =
  (sound: object, read: (fields: Fields) => WalletRecord, direction: 'in' | 'out') =>
  (numRuns: number): void =>
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), damaged(sound)), (json) =>
        judged(read, direction, json),
      ),
      { numRuns },
    );

/** By name: each tries this many inputs. */
export const RECORD_CHECKS: Record<string, (numRuns: number) => void> = {
  'Alby Hub: any payment': reads(HUB, hubRecord, 'out'),
  'Alby Hub: any receipt': reads({ ...HUB, type: 'incoming' }, hubRecord, 'in'),
  'phoenixd: any payment': reads(PHOENIXD, outgoing, 'out'),
  'phoenixd: any receipt': reads(PHOENIXD, incoming, 'in'),
};
