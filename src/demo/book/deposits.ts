/** The demo wallet's addresses, and a deposit at one of them that waits for a parent's answer. */
import type { Parsed } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { formatBtc } from '#core/money.ts';
import type { childWallets, Deposit } from '#features/money/wallet/children/contract.ts';
import { enter } from './entering.ts';
import { type Family, kidOf, nowOf } from './family.ts';

export const ADDRESSES = [
  'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl',
  'tb1qd7spv5q28348xl4myc8zmh983w5jx32cjhkn97',
  'tb1qxdyjf6h5d6qxap4n2dap97q4j5ps6ua8sll0ct',
  'tb1qynpgs6wap6h9uvy7j0xlesew2w82qn038zm5km',
  'tb1q677973lw0w796gttpy52f296jqaaksz0555pg2',
  'tb1qr7scvm07ta0ldzlrmk7rnmc9lk356yar6zfu45',
];
const ZERO_TXID = '0'.repeat(64);

export const addressOf = (family: Family, childId: string): { address: string; index: number } => {
  const index = family.kids.indexOf(kidOf(family, childId));
  return { address: ADDRESSES[index % ADDRESSES.length] as string, index };
};

export function depositsOf(family: Family): Deposit[] {
  const { deposit } = family.wallet;
  if (!deposit) return [];
  const { id, childId, amountSats, seenAt } = deposit;
  return [
    {
      id,
      state: 'asked',
      amount: formatBtc(amountSats),
      address: addressOf(family, childId).address,
      txid: ZERO_TXID,
      childId,
      childName: kidOf(family, childId).name,
      seenAt,
      confirmedAt: seenAt,
      answeredAt: null,
      answeredBy: null,
      entryId: null,
      isEarlier: false,
    },
  ];
}

type DepositAnswer = Pick<Parsed<typeof childWallets.answerDeposit>, 'childId' | 'isPromised'>;

export function answered(family: Family, { childId, isPromised }: DepositAnswer): Deposit {
  const [asked] = depositsOf(family);
  if (!asked) throw new Refusal('NOT_FOUND', because('NO_ENTRY'));
  const { deposit } = family.wallet;
  family.wallet.deposit = undefined;
  const common = { ...asked, answeredAt: nowOf(family), answeredBy: 'Anna' };
  if (isPromised) return { ...common, state: 'promised' };
  if (!childId || !deposit) return { ...common, state: 'declined', childId: null, childName: null };
  const { name } = kidOf(family, childId);
  const type = 'bonus';
  const { amountSats: amount } = deposit;
  const entry = enter(family, { type, childId, amount, description: 'Bitcoin' });
  return { ...common, state: 'booked', childId, childName: name, entryId: entry.id };
}
