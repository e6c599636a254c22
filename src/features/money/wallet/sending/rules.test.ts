/** The transaction that pays a send: the exact amount, to the sat, nothing near it. */
import { describe, expect, test } from 'vitest';
import { isSameStanding, named, type Output, type SendFacts, standingOf } from './rules.ts';

const AMOUNT = 21_000n;
const TXID = 'ab'.repeat(32);
const send: SendFacts = {
  ...{ amountSats: AMOUNT, state: 'open', failure: null },
  ...{ txid: null, vout: null, knownTxids: [] },
};
const output = (amountSats: bigint, vout = 0): Output => ({
  ...{ txid: TXID, vout, amountSats, height: 100 },
});
const NEAR = [AMOUNT - 1n, AMOUNT + 1n];
const nobody = () => false;

describe('a send (WALL-26)', () => {
  test('is not paid by one sat more or less: the parents learn of the different amount', () => {
    for (const sats of NEAR)
      expect(standingOf(send, [output(sats)], nobody)).toMatchObject({
        ...{ state: 'open', failure: 'another_amount', txid: null },
      });
  });

  test('is paid by the exact amount, whichever output it is', () => {
    const outputs = [output(AMOUNT + 1n), output(AMOUNT - 1n, 1), output(AMOUNT, 2)];
    const paid = { state: 'paid', failure: null, txid: TXID, vout: 2 };
    expect(standingOf(send, outputs, nobody)).toMatchObject(paid);
  });

  test('is not paid by the transaction that somebody names, unless the amount is exact', () => {
    const result = (...amounts: bigint[]) => ({
      isKnown: true,
      outputs: amounts.map((sats, vout) => output(sats, vout)),
    });
    expect(named(send, TXID, result(...NEAR), nobody)).toMatchObject({
      ...{ state: 'open', failure: 'another_amount', txid: null },
    });
    const exact = named(send, TXID, result(AMOUNT + 1n, AMOUNT), nobody);
    expect(exact).toMatchObject({ state: 'paid', txid: TXID, vout: 1 });
  });

  test('is not paid by an output of the exact amount that another send has', () => {
    const isClaimed = ({ vout }: Output) => vout === 0;
    const [first, second] = [output(AMOUNT), output(AMOUNT, 1)];
    expect(standingOf(send, [first], isClaimed)).toMatchObject({ state: 'open', failure: null });
    expect(standingOf(send, [first, second], isClaimed)).toMatchObject({ vout: 1 });
    const result = { isKnown: true, outputs: [first] };
    expect(named(send, TXID, result, isClaimed)).toMatchObject({ failure: 'claimed', txid: null });
  });

  test('is not paid by another send’s transaction, an older one, or one that cannot be compared', () => {
    const outputs = [output(AMOUNT)];
    const unpaid = { state: 'open', txid: null, vout: null };
    for (const knownTxids of [[TXID], null])
      expect(standingOf({ ...send, knownTxids }, outputs, nobody)).toMatchObject(unpaid);
    const later = { ...send, knownTxids: [TXID] };
    const result = { isKnown: true, outputs };
    expect(named(later, TXID, result, nobody)).toMatchObject({ ...unpaid, failure: 'too_old' });
  });

  test('keeps its state while nothing pays it, and is changed by any of four facts', () => {
    const said = { ...send, failure: 'unknown' } as const;
    expect(standingOf(said, [], nobody)).toMatchObject({ state: 'open', failure: 'unknown' });
    const standing = { state: 'open', failure: null, txid: TXID, vout: 0 } as const;
    expect(isSameStanding(standing, { ...standing })).toBe(true);
    for (const other of [
      { state: 'paid' },
      { failure: 'replaced' },
      { txid: 'cd'.repeat(32) },
      { vout: 1 },
    ] as const)
      expect(isSameStanding(standing, { ...standing, ...other })).toBe(false);
  });
});
