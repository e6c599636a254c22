/** Payments in any state, without a wallet, for tests of the statements that read them. */
import type { Payment } from '../../src/features/book/payments/row.ts';
import { newId } from '../../src/server/ids.ts';
import type { TestApp } from './app.ts';

type RowFields = Pick<Payment, 'purpose' | 'state'> & Partial<Omit<Payment, 'childName'>>;
type Of = { familyId: string; childId: string; madeBy: string };

const ON_CHAIN: readonly string[] = ['send', 'vault_day', 'deposit'];
const FROM_WALLET: readonly string[] = ['spend', 'payout', 'transfer'];

/** One row over 1,000 sats, made now; the fields that its purpose and state need are filled in. */
export async function addRow({ db, clock }: TestApp, of: Of, fields: RowFields): Promise<string> {
  const { purpose, state } = fields;
  const id = newId(clock.now.getTime());
  const isOnChain = ON_CHAIN.includes(purpose);
  const isFromWallet = FROM_WALLET.includes(purpose);
  const isPaid = state === 'paid';
  const row = {
    ...{ ...of, paymentId: id, amountSats: 1_000n, createdAt: clock.now },
    ...(isOnChain
      ? { address: 'tb1q', scriptHash: id }
      : { paymentHash: id, invoice: 'lnbc', expiresAt: clock.now }),
    ...(isFromWallet && { feeLimitSats: 20n, payee: '02', provider: 'nwc' }),
    ...(isFromWallet && (state === 'asked' || state === 'open') && { holdId: id }),
    ...(isFromWallet && isPaid && fields.failure == null && { entryId: id }),
    ...(!isFromWallet && isPaid && { endedAt: clock.now }),
    ...(['payout', 'transfer', 'vault_day'].includes(purpose) && { pays: id }),
    ...fields,
  };
  const named = Object.entries(row).map(([key, value]) => [columnOf(key), value]);
  await db.owner`INSERT INTO payment ${db.owner(Object.fromEntries(named))}`;
  return id;
}

const columnOf = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The only family of a database with one child. */
export async function onlyFamily({ db }: TestApp): Promise<Of> {
  const [row] = await db.owner<Of[]>`
    SELECT c.family_id, c.child_id, u.user_id AS made_by
    FROM child c JOIN users u ON u.family_id = c.family_id AND u.role = 'parent'`;
  return row as Of;
}
