/** The life of a request, as rules. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REQUEST_KINDS, REQUEST_STATES } from './contract.ts';
import {
  type Act,
  after,
  bookedAs,
  checkVerdict,
  heldOn,
  lapsedBefore,
  sessionKind,
} from './rules.ts';

const ACTS: Act[] = ['approve', 'deny', 'withdraw', 'lapse'];
const accounts = { outside: 'o', savings: 's', spending: 'l' };

test('a request changes once, whatever is tried in whatever order (APPR-05 APPR-18)', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ACTS), { minLength: 1 }), (acts) => {
      let state: (typeof REQUEST_STATES)[number] = 'pending';
      for (const act of acts) state = after(state, act) ?? state;
      expect(state).toBe(after('pending', acts[0] as Act));
    }),
  );
  for (const state of REQUEST_STATES.filter((one) => one !== 'pending'))
    for (const act of ACTS) expect(after(state, act)).toBeUndefined();
});

test('a yes moves what was agreed to, out of what was held for it (APPR-05 APPR-18 APPR-19)', () => {
  const kinds = REQUEST_KINDS.filter((kind) => kind !== 'import');
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.bigInt(1n, 2_100_000_000_000_000n), (kind, sats) => {
      const { postings, amountSats } = bookedAs(kind, sats, accounts);
      const held = heldOn(kind);
      const from = held ? accounts[held] : 'outside'.slice(0, 1);
      expect(postings.find((one) => one.accountId === from)?.amountSats).toBe(-sats);
      expect(postings.reduce((sum, one) => sum + one.amountSats, 0n)).toBe(0n);
      expect(amountSats).toBe(kind === 'withdrawal' ? -sats : sats);
    }),
  );
});

test('an answer fits its request (APPR-04)', () => {
  const no = (verdict: Parameters<typeof checkVerdict>[1], amount: bigint | null = 100n) =>
    expect(() => checkVerdict(amount, verdict)).toThrow();
  no({ approved: true, amount: 101n });
  no({ approved: true, amount: 1n }, null);
  no({ approved: true, reason: 'Fine' });
  no({ approved: false, amount: 1n });
  checkVerdict(100n, { approved: true, amount: 100n });
  checkVerdict(100n, { approved: true });
  checkVerdict(null, { approved: false, reason: 'Later' });
});

test('the record says who used the device; 30 days are 30 days (APPR-05)', () => {
  expect(sessionKind({ role: 'child', handedOver: false })).toBe('child');
  expect(sessionKind({ role: 'child', handedOver: true })).toBe('handed_over');
  expect(sessionKind({ role: 'spouse', handedOver: false })).toBe('child_view');
  expect(lapsedBefore(new Date('2026-12-18T12:00:00Z'))).toEqual(new Date('2026-11-18T12:00:00Z'));
});
