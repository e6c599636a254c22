/** Which transaction pays a send: the one over exactly its amount, and none besides. */
import { expect, test } from 'vitest';
import { named, type Output, type SendFacts, standingOf } from './rules.ts';

const AMOUNT = 50_000n;
const WAITING: SendFacts = {
  ...{ amountSats: AMOUNT, state: 'waiting', notice: null, txid: null, vout: null },
  knownTxids: ['older'],
};
const output = (amountSats: bigint, over: Partial<Output> = {}): Output => ({
  ...{ txid: 'new', vout: 0, amountSats, height: 7, ...over },
});
const free = () => false;

test.each([49_999, 50_001, 100_000])(
  'WALL-31 WALL-32 T23 a payment of %i sats does not pay a send of 50000, found or named',
  (sats) => {
    const unpaid = { state: 'waiting', txid: null, vout: null, notice: 'another_amount' };
    expect(standingOf(WAITING, [output(BigInt(sats))], free)).toEqual(unpaid);
    const told = { isKnown: true, outputs: [output(BigInt(sats))] };
    expect(named(WAITING, 'new', told, free)).toMatchObject(unpaid);
  },
);

test('WALL-31 of two outputs of one transaction, the one over the amount pays the send', () => {
  const outputs = [output(AMOUNT + 1n), output(AMOUNT, { vout: 1 })];
  const paid = { state: 'confirmed', txid: 'new', vout: 1, notice: null };
  expect(standingOf(WAITING, outputs, free)).toEqual(paid);
  expect(named(WAITING, 'new', { isKnown: true, outputs }, free)).toEqual(paid);
});

test('WALL-32 T23 what another send has, what is older, and what nobody could compare pays nothing', () => {
  const outputs = [output(AMOUNT)];
  const unpaid = { state: 'waiting', txid: null, vout: null };
  expect(standingOf(WAITING, outputs, () => true)).toEqual({ ...unpaid, notice: null });
  for (const knownTxids of [['new'], null])
    expect(standingOf({ ...WAITING, knownTxids }, outputs, free)).toEqual({
      ...{ ...unpaid, notice: null },
    });
  const told = { isKnown: true, outputs };
  expect(named(WAITING, 'new', told, () => true)).toMatchObject({ ...unpaid, notice: 'claimed' });
  const later = { ...WAITING, knownTxids: ['new'] };
  expect(named(later, 'new', told, free)).toMatchObject({ ...unpaid, notice: 'too_old' });
});
