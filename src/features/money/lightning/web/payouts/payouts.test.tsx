/** Automatic pay days on screens: the plan, settling up, and the child's line. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import type { Payer, Payout } from '../../payouts/contract.ts';
import { OwedLines } from './owed-lines.tsx';
import { PayoutPlan } from './payout-plan.tsx';
import { payoutText } from './payout-words.ts';
import { PayoutsOwed } from './payouts-owed.tsx';
import { SettleUpCard } from './settle-up-card.tsx';

const MIA = '01a1fca1-0000-7000-8000-000000000001';
const LEO = '01a1fca1-0000-7000-8000-000000000002';
const ENTRY = '01a1fca1-0000-7000-8000-000000000003';
const OTHER = '01a1fca1-0000-7000-8000-000000000004';
const AT = '2026-05-03T06:00:00.000Z';
const LIST = 'GET /api/payouts';
const PAY = 'POST /api/payouts/pay';
const SETTLE = `POST /api/payouts/${ENTRY}/settle`;
const PLAN = `GET /api/children/${MIA}/payout-plan`;
const SAVE = `PUT /api/children/${MIA}/payout-plan`;

const owed: Payout = {
  ...{ id: ENTRY, childId: MIA, childName: 'Mia', plan: 'lightning', dueDate: '2026-05-03' },
  ...{ amount: 5_000, feeLimit: 50, receiver: 'mia@example.com', state: 'owed' },
  ...{ failure: 'over-budget', paymentId: null, paidEntryId: null, proof: null, txid: null },
  ...{ provider: null, settledBy: null, since: AT, endedAt: null },
};
const leo: Payout = {
  ...{ ...owed, id: OTHER, childId: LEO, childName: 'Leo', amount: 7_000, feeLimit: 70 },
  receiver: 'leo@example.com',
};
const listOf = (payouts: readonly Payout[], payer = 'server'): Reply => [200, { payer, payouts }];
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('what is due is paid after one question that names amounts, receivers and fees (T26)', async () => {
  const sent = serve({ [LIST]: listOf([owed, leo]), [PAY]: listOf([]) });
  show(<SettleUpCard />);
  const words = /Owed since May 3, 2026\. Not paid: it is more than the budget/;
  expect(await screen.findAllByText(words)).toHaveLength(2);
  press('Pay what is due');
  const dialog = await screen.findByRole('alertdialog', { name: 'Pay 2 pay days?' });
  for (const text of ['mia@example.com', 'leo@example.com', '5,000 sats', '70 sats'])
    expect(within(dialog).getByText(text)).toBeDefined();
  await noneSent(sent, PAY);
  press('Pay now');
  await expect.poll(() => sentTo(sent, PAY)).toHaveLength(1);
  expect(sentTo(sent, PAY).map(({ body }) => body)).toEqual([
    {
      payouts: [
        { id: ENTRY, seenAmount: 5_000, seenFeeLimit: 50, seenReceiver: 'mia@example.com' },
        { id: OTHER, seenAmount: 7_000, seenFeeLimit: 70, seenReceiver: 'leo@example.com' },
      ],
    },
  ]);
});

test('what was settled elsewhere meanwhile is dropped from the question (T26)', async () => {
  const sent = serve({
    [LIST]: [listOf([owed, leo]), listOf([{ ...owed, state: 'kept' }, leo])],
    [PAY]: [refusal(409, 'This pay day is settled already'), listOf([])],
  });
  show(<SettleUpCard />);
  await screen.findAllByText(/Owed since/);
  press('Pay what is due');
  press('Pay now');
  await screen.findByText('This pay day is settled already');
  await screen.findByRole('alertdialog', { name: 'Pay 1 pay day?' });
  press('Pay now');
  await expect.poll(() => sentTo(sent, PAY)).toHaveLength(2);
  expect(sentTo(sent, PAY)[1]?.body).toMatchObject({ payouts: [{ id: OTHER }] });
});

test.each([
  ['has no receiver', { receiver: null }, ['I paid in another way', 'Leave it in savings']],
  ['is for the vault', { plan: 'vault' }, ['I have put it there', 'Leave it in savings']],
  ['is on its way', { state: 'checking' }, []],
] as const)('a pay day that %s cannot be paid', async (_, changed, instead) => {
  serve({ [LIST]: listOf([{ ...owed, ...changed }, leo]) });
  show(<SettleUpCard />);
  const row = (name: string) => screen.getByRole('heading', { name }).closest('li') as HTMLElement;
  await screen.findByText('Mia');
  const buttons = within(row('Mia')).queryAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(instead);
  within(row('Leo')).getByRole('button', { name: 'Pay it' });
  expect(screen.queryByRole('button', { name: 'Pay what is due' }), 'one is no several').toBeNull();
});

test('a pay day that was paid in another way is settled with or without a transaction (T26)', async () => {
  const no = refusal(409, 'This pay day is settled already');
  const sent = serve({ [LIST]: listOf([owed], 'none'), [SETTLE]: [no, [200, owed]] });
  show(<SettleUpCard />);
  await screen.findByText('Mia');
  expect(screen.queryByRole('button', { name: 'Pay it' })).toBeNull();
  press('I paid in another way');
  await screen.findByRole('dialog', { name: 'Paid in another way?' });
  press('Yes, settled');
  await screen.findByText('This pay day is settled already');
  const txid = 'ab'.repeat(32);
  fireEvent.change(screen.getByLabelText(/Transaction id/), { target: { value: txid } });
  press('Yes, settled');
  await expect.poll(() => sentTo(sent, SETTLE)).toHaveLength(2);
  expect(sentTo(sent, SETTLE)[1]?.body).toEqual({ how: 'paid', txid });
});

test('the receipt of a pay day that a person settled says by whom, in the family’s time', async () => {
  const settled: Payout = {
    ...{ ...owed, state: 'paid', failure: null, proof: 'person', settledBy: 'Anna', endedAt: AT },
  };
  serve({ [LIST]: listOf([settled]) });
  show(<SettleUpCard />, 'Asia/Tokyo');
  fireEvent.click(await screen.findByRole('button', { name: 'Receipt' }));
  const receipt = within(await screen.findByRole('dialog', { name: 'Receipt' }));
  receipt.getByText('Anna');
  receipt.getByText('May 3, 2026, 3:00 PM');
});

test('a year of pay days collected for the vault is one line; what else is due stands before it (T28)', async () => {
  const collected = Array.from(
    { length: 52 },
    (_, n): Payout => ({
      ...{ ...leo, plan: 'vault', state: 'due', failure: null, receiver: null },
      id: OTHER.replace(/..$/, String(n + 10)),
    }),
  );
  serve({ [LIST]: listOf([...collected, owed]) });
  show(<SettleUpCard />);
  const fold = (await screen.findByText('52 pay days collected for the vault')).closest('details');
  expect(fold?.open).toBe(false);
  expect(within(fold as HTMLElement).getAllByText('Leo')).toHaveLength(52);
  const mia = screen.getByText('Mia');
  expect(mia.compareDocumentPosition(fold as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getAllByRole('link', { name: 'Vault day' })[0]?.closest('details')).toBeNull();
});

test('three of them stand there as they are, and a fourth folds them (T28)', async () => {
  const one: Payout = { ...leo, plan: 'vault', state: 'due', failure: null, receiver: null };
  const all = [MIA, LEO, OTHER, ENTRY].map((id) => ({ ...one, id }));
  serve({ [LIST]: listOf(all.slice(0, 3)) });
  show(<SettleUpCard />);
  expect(await screen.findAllByText('Leo')).toHaveLength(3);
  expect(screen.queryByText(/collected for the vault$/)).toBeNull();
  cleanup();
  serve({ [LIST]: listOf(all) });
  show(<SettleUpCard />);
  await screen.findByText('4 pay days collected for the vault');
});

test('a plan that pays is asked once with receiver, amount and fee', async () => {
  const plan = { plan: 'book', weekly: 5_000, feeLimit: 50, agreedAddress: null, payer: 'server' };
  const known = { ...plan, address: 'mia@example.com', leadsHome: false };
  const saved = vi.fn();
  const sent = serve({ [PLAN]: [200, known], [SAVE]: [200, { ...known, plan: 'lightning' }] });
  show(<PayoutPlan child={{ id: MIA, name: 'Mia' }} onSaved={saved} />);
  fireEvent.click(await screen.findByRole('radio', { name: /own Lightning address/ }));
  press('Save plan');
  const dialog = await screen.findByRole('alertdialog', { name: 'Pay Mia on each pay day?' });
  for (const words of ['5,000 sats', '50 sats', 'mia@example.com'])
    expect(within(dialog).getByText(words)).toBeDefined();
  await noneSent(sent, SAVE);
  press('Yes, pay it');
  await expect.poll(() => sentTo(sent, SAVE)).toHaveLength(1);
  expect(sentTo(sent, SAVE)[0]?.body).toEqual({
    plan: 'lightning',
    seenAddress: 'mia@example.com',
  });
  await expect.poll(() => saved.mock.calls).toHaveLength(1);
});

test('another address than the one that was agreed to is asked about again', async () => {
  const plan = { plan: 'lightning', weekly: 5_000, feeLimit: 50, payer: 'server' };
  const agreed = { ...plan, address: 'mia@example.com', agreedAddress: 'mia@example.com' };
  const known = { ...agreed, leadsHome: false };
  const sent = serve({
    [PLAN]: [200, { ...known, agreedAddress: 'old@example.com' }],
    [SAVE]: [200, known],
  });
  show(<PayoutPlan child={{ id: MIA, name: 'Mia' }} onSaved={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Save plan' }));
  await screen.findByRole('alertdialog', { name: 'Pay Mia on each pay day?' });
  await noneSent(sent, SAVE);
  cleanup();
  const again = serve({ [PLAN]: [200, known], [SAVE]: [200, known] });
  show(<PayoutPlan child={{ id: MIA, name: 'Mia' }} onSaved={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Save plan' }));
  await expect.poll(() => sentTo(again, SAVE)).toHaveLength(1);
});

test('without an address nothing can be paid', async () => {
  const plan = { plan: 'book', weekly: 0, feeLimit: 10, agreedAddress: null, payer: 'none' };
  serve({ [PLAN]: [200, { ...plan, address: null, leadsHome: false }] });
  show(<PayoutPlan child={{ id: MIA, name: 'Mia' }} onSaved={() => undefined} />);
  const choice = await screen.findByRole('radio', { name: /own Lightning address/ });
  expect((choice as HTMLInputElement).disabled).toBe(true);
});

test('the child reads since when it is owed, and Home how many are to be paid (T28)', async () => {
  serve({
    [LIST]: listOf(
      [
        { ...owed, receiver: null },
        { ...leo, state: 'checking' },
        { ...leo, id: MIA, state: 'due', amount: 8_000 },
      ],
      'unlock',
    ),
  });
  show(
    <>
      <OwedLines childId={MIA} />
      <PayoutsOwed />
    </>,
  );
  await screen.findByText('5,000 sats owed to you since May 3, 2026');
  await screen.findByText('8,000 sats owed to you since May 3, 2026');
  await screen.findByText('7,000 sats on the way to your wallet. Still checking');
  await screen.findByRole('heading', { name: '1 to pay, unlock' });
});

test.each([
  [{ state: 'due' }, 'It is about to be paid'],
  [{ state: 'due' }, 'until you unlock it', 'unlock'],
  [{ state: 'due' }, 'Connect a wallet that can pay', 'none'],
  [{ state: 'checking' }, 'Still checking'],
  [{ state: 'owed', failure: 'locked' }, 'until you unlock it'],
  [{ state: 'owed', failure: 'receiver-silent' }, 'does not answer'],
  [{ state: 'owed', failure: 'other-address' }, 'needs your yes'],
  [{ state: 'paid', proof: 'proven', provider: 'CoinOS' }, 'Paid over Lightning.'],
  [{ state: 'paid', proof: 'stated', provider: 'CoinOS' }, 'CoinOS says paid.'],
  [{ state: 'paid', proof: 'stated' }, 'The wallet says paid.'],
  [{ state: 'paid', proof: 'person', settledBy: 'Anna' }, 'Anna says paid'],
  [{ state: 'paid', proof: null }, 'in your own wallet'],
  [{ state: 'due', plan: 'vault' }, 'Collected for the vault since May 3, 2026'],
  [{ state: 'kept' }, 'stays in savings'],
  [{ state: 'undone' }, 'taken back'],
] as const)('%o says so (T28)', (over, words, payer: Payer = 'server') => {
  expect(payoutText({ ...owed, failure: null, ...over } as Payout, payer)).toContain(words);
});
