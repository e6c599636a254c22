/** Turns an act into the server's call, with the ids of its subjects. */
import { phoenixdFile } from '../support/wallet-files.ts';
import type { Act, Agreed, Call, FileRow } from './act.ts';
import { CHILDREN } from './beginning.ts';
import { limitOf } from './model-book.ts';
import {
  btc,
  childOfPayout,
  fileName,
  type Ids,
  patch,
  post,
  remove,
  type Sending,
  type Sent,
  type SentBy,
} from './sending.ts';
import { SETTINGS_SENT } from './sent-settings.ts';

/** On the test chain; the example of BIP173. */
const SOMEBODYS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

const NOBODYS = '01a1fca1-0000-7000-8000-000000000000';

export function sentFor(act: Act, name: string, ids: Ids): Sent {
  const idOf = (one: string) => ids.made.get(one) ?? NOBODYS;
  const sent = SENT[act.call] as (one: Act, sending: Sending) => Sent;
  return sent(act, { ...ids, name, idOf });
}

const verdictOf = ({ yes }: { yes: boolean }) =>
  yes ? { approved: true } : { approved: false, reason: 'Not now' };

const read = ({ payout, sats, seen }: Agreed, { idOf, addressOf }: Sending) => ({
  ...{ id: idOf(payout), seenAmount: Number(sats), seenFeeLimit: Number(limitOf(sats)) },
  seenReceiver: addressOf(childOfPayout(payout), seen),
});

const fileOf = (rows: readonly FileRow[]): string =>
  phoenixdFile(
    rows.map(({ id, at, sats }) => ({ id, at: new Date(at).toISOString(), sats: Number(sats) })),
  );

const SENT: SentBy<Call> = {
  enter: ({ child, type, sats }, { children }) =>
    post('/api/transactions', {
      ...{ childId: children[child], type, amount: btc(sats), description: type },
    }),
  several: ({ sats }, { children }) =>
    post('/api/transactions/several', {
      ...{ type: 'bonus', description: 'For both' },
      payments: CHILDREN.map((no) => ({ childId: children[no], amount: btc(sats[no]) })),
    }),
  undo: ({ entry }, { idOf }) => post(`/api/transactions/${idOf(entry)}/undo`),
  undoSeveral: ({ entries }, { idOf }) =>
    post('/api/transactions/several/undo', { ids: entries.map(idOf) }),
  markPaid: ({ entry }, { idOf }) => post(`/api/transactions/${idOf(entry)}/paid`),
  markSeveralPaid: ({ entries }, { idOf }) =>
    post('/api/transactions/several/paid', { ids: entries.map(idOf) }),
  unmarkPaid: ({ entry }, { idOf }) => remove(`/api/transactions/${idOf(entry)}/paid`),
  setSavings: ({ child, sats }, { children }) =>
    post(`/api/children/${children[child]}/update-savings`, { newBalance: btc(sats) }),
  setSpending: ({ child, sats }, { children }) =>
    post(`/api/lightning/sync-balance/${children[child]}`, { newBalance: Number(sats) }),
  toSpending: ({ child, sats }, { children }) =>
    post('/api/wallet/transfer-to-spending', { childId: children[child], amount: btc(sats) }),
  setPayDays: ({ zone: timeZone, isAutomatic: payAutomatically }) =>
    patch('/api/family/settings', { timeZone, payAutomatically }),
  setAllowance: ({ child, sats, weekday: allowanceDay }, { children }) =>
    patch(`/api/children/${children[child]}/allowance`, {
      ...{ weeklyAllowance: btc(sats), allowanceDay },
    }),
  payday: () => post('/api/process-allowances'),

  ask: ({ child, sats }, { children }) =>
    post('/api/withdrawal-requests', {
      ...{ childId: children[child], amount: btc(sats), reason: 'A book' },
    }),
  answer: (act, { idOf }) =>
    patch(`/api/requests/${idOf(act.request)}`, {
      ...verdictOf(act),
      ...(act.sats !== undefined && { amount: btc(act.sats) }),
    }),
  answerWithdrawal: (act, { idOf }) =>
    patch(`/api/withdrawal-requests/${idOf(act.request)}`, verdictOf(act)),
  answerTransfer: (act, { idOf }) =>
    post('/api/savings-transfers/approve', { transferId: idOf(act.request), ...verdictOf(act) }),
  answerAll: ({ requests }, { idOf }) =>
    post('/api/requests/approve-all', { ids: requests.map(idOf) }),
  withdraw: ({ request }, { idOf }) => remove(`/api/requests/${idOf(request)}`),

  makeGoal: ({ sats }) =>
    post('/api/family-goals', {
      ...{ title: 'Bike', description: 'A red one', targetAmount: btc(sats) },
    }),
  give: ({ goal, child, sats }, { idOf, children }) =>
    post(`/api/family-goals/${idOf(goal)}/contributions`, {
      amount: btc(sats),
      ...(child === undefined
        ? { contributionType: 'gift' }
        : { contributionType: 'savings', childId: children[child] }),
    }),
  buy: ({ goal }, { idOf }) => post(`/api/family-goals/${idOf(goal)}/bought`),
  drop: ({ goal }, { idOf }) => remove(`/api/family-goals/${idOf(goal)}`),
  share: ({ goal, child, tenths }, { idOf, children }) =>
    post(`/api/family-goals/${idOf(goal)}/allocations`, {
      percentage: tenths / 10,
      ...(child !== undefined && { childId: children[child] }),
    }),
  endShare: ({ share }, { idOf }) => remove(`/api/allocations/${idOf(share)}`),
  takeBack: ({ gift }, { idOf }) => post(`/api/goal-contributions/${idOf(gift)}/undo`),

  pay: ({ child, sats }, { children, invoiceOf, name }) =>
    post('/api/lightning/pay', {
      ...{ childId: children[child], paymentRequest: invoiceOf(name, sats) },
    }),
  approvePayment: ({ payment, sats }, { idOf }) =>
    post(`/api/lightning/payments/${idOf(payment)}/approve`, {
      ...{ seenAmount: Number(sats), seenFeeLimit: Number(limitOf(sats)) },
    }),
  declinePayment: ({ payment }, { idOf }) => remove(`/api/lightning/payments/${idOf(payment)}`),
  say: ({ payment, paid }, { idOf }) =>
    post(`/api/lightning/payments/${idOf(payment)}/say`, { paid }),
  payTransfer: ({ request, sats }, { idOf, addressOf }) =>
    post(`/api/lightning/transfers/${idOf(request)}/pay`, {
      ...{ seenAmount: Number(sats), seenFeeLimit: Number(limitOf(sats)) },
      // The parents' own may only be forgotten.
      seenReceiver: addressOf('parents', 1),
    }),
  payPayouts: ({ payouts }, sending) =>
    post('/api/payouts/pay', { payouts: payouts.map((one) => read(one, sending)) }),
  beginPayout: (act, sending) => {
    const { id, ...seen } = read(act, sending);
    return post(`/api/payouts/${id}/begin`, seen);
  },
  settlePayout: ({ payout, how }, { idOf }) => post(`/api/payouts/${idOf(payout)}/settle`, { how }),

  sendBitcoin: ({ child, sats }, { children }) =>
    post('/api/bitcoin/send', {
      ...{ childId: children[child], amount: btc(sats), toAddress: SOMEBODYS },
    }),
  cancelSend: ({ send }, { idOf }) => remove(`/api/bitcoin/sends/${idOf(send)}`),

  import: ({ child, rows, includes }, { children }) =>
    post('/api/transactions/import-csv', {
      ...{ childId: children[child], filename: 'wallet.csv', csvContent: fileOf(rows) },
      ...(includes && { includeBeforeCorrection: true }),
    }),
  undoImport: ({ file }, { idOf }) =>
    post(`/api/transactions/imports/${idOf(fileName(file))}/undo`),

  answerGift: (act, { idOf }) =>
    post(`/api/lightning/gifts/${idOf(act.arrival)}/answer`, {
      purpose: act.to === 'nobody' ? null : act.to,
      ...(act.to === 'goal' && { goalId: idOf(act.goal) }),
    }),
  answerDeposit: ({ arrival, child, isPromised }, { idOf, children }) =>
    post(`/api/wallet/deposits/${idOf(arrival)}/answer`, {
      ...{ childId: child === undefined ? null : children[child], isPromised },
    }),
  beginVaultDay: ({ parts }, { children }) =>
    post('/api/vault-days', {
      children: parts.map(({ child, sats }) => ({
        ...{ childId: children[child], seenAmount: btc(sats) },
      })),
    }),

  ...SETTINGS_SENT,

  closeBook: ({ child }, { children }) => remove(`/api/children/${children[child]}`),
  restoreBook: ({ child }, { children }) => post(`/api/children/${children[child]}/restore`),
  endSignIn: ({ child }, { children }) => remove(`/api/children/${children[child]}/sign-in`),
  removeSpouse: () => remove('/api/family/spouse'),
  eraseAgain: ({ what, isOurs }, { children, users, families: [own, other] }) => {
    const isBook = what === 0 || what === 1;
    const id = isBook ? children[what] : users.get(what);
    const ofFamily = isOurs ? own : other;
    return post('/api/admin/backups/erased', { kind: isBook ? 'book' : 'person', id, ofFamily });
  },
  deleteFamily: () => post('/api/family/deletion'),
  keepFamily: () => remove('/api/family/deletion'),
};
