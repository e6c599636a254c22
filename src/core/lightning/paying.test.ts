/** Before a payment request: a connection without a limit needs consent. */
import { expect, test } from 'vitest';
import { newInvoice } from '#tests/support/invoice.ts';
import { decodeInvoice } from './bolt11.ts';
import { type Payer, payThrough } from './paying.ts';
import { type Budget, PATIENCE } from './wallet.ts';

const invoice = decodeInvoice(newInvoice().text);
const limited: Budget = {
  ...{ kind: 'limited', leftSats: 5_000n, totalSats: 5_000n },
  ...{ renewsAt: undefined, renewalPeriod: undefined },
};

/** Payment requests to a wallet with this budget, and the outcome. */
async function pay(budget: Budget, needsBudget?: boolean, { isNew = false, isPaid = false } = {}) {
  let asked = 0;
  const payer: Payer = {
    network: 'regtest',
    clock: { nowSeconds: () => invoice.expiresAt - 60, elapsedMs: () => 0 },
    patience: PATIENCE,
    balance: async () => 5_000n,
    describe: async () => ({
      ...{ kind: 'nwc', alias: undefined, network: 'regtest', canPay: true, budget },
      methods: ['pay_invoice'],
    }),
    lookUp: async () =>
      isPaid
        ? { state: 'settled', proof: 'stated', feeSats: 0n, settledAt: undefined }
        : { state: 'unknown', reason: 'not-found', message: '' },
    send: async () => {
      asked += 1;
      return { said: 'paid', preimage: undefined, feeMsat: 0n };
    },
  };
  const wanted = { invoice, feeLimitSats: 21n, isNew, ...(needsBudget && { needsBudget }) };
  const outcome = await payThrough(payer, wanted);
  return [outcome.outcome === 'unsent' ? outcome.reason : outcome.outcome, asked];
}

test('without a budget nothing is paid, unless somebody has agreed to it (T25)', async () => {
  for (const kind of ['unlimited', 'unreported'] as const) {
    expect(await pay({ kind }, true)).toEqual(['no-budget', 0]);
    expect(await pay({ kind })).toEqual(['paid', 1]);
  }
  expect(await pay(limited, true)).toEqual(['paid', 1]);
});

test('an invoice made for this payment that is already paid is useless (T62)', async () => {
  expect(await pay(limited, true, { isPaid: true })).toEqual(['paid', 0]);
  expect(await pay(limited, true, { isPaid: true, isNew: true })).toEqual(['unknown', 0]);
  expect(await pay(limited, true, { isNew: true })).toEqual(['paid', 1]);
});
