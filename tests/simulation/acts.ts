/** What families do: drawn by chance from what there is in the model, and the call that does it. */
import { type Act, type Call, ENTERED } from './model.ts';
import { CHILDREN, type ChildNo, heldOf, limitOf, type Model, type Person } from './model-book.ts';
import { sumOf } from './model-goals.ts';
import { MOODS } from './model-payments.ts';

export type Random = () => number;

export const oneOf = <T>(random: Random, all: readonly T[]): T =>
  all[Math.floor(random() * all.length)] as T;

const chance = (random: Random, of: number) => random() < of;
const satsIn = (random: Random, most: number) => BigInt(1 + Math.floor(random() * most));

/** Mostly who may; the others try as well. */
const PEOPLE: readonly Person[] = [
  ...(['parent', 'parent', 'parent', 'spouse', 'spouse'] as const),
  ...(['child0', 'child0', 'child1', 'child1', 'stranger', 'nobody'] as const),
];

/** How often each is drawn. */
const CALLS: readonly Call[] = [
  ...(['enter', 'enter', 'enter', 'enter', 'several', 'ask', 'ask', 'answer', 'answer'] as const),
  ...(['answer', 'withdraw', 'undo', 'undo', 'setSavings', 'setSpending', 'makeGoal'] as const),
  ...(['payday', 'takeBack', 'setSpending', 'setSpending'] as const),
  ...(['give', 'give', 'give', 'buy', 'drop', 'share', 'share', 'endShare'] as const),
  ...(['undoSeveral', 'markPaid', 'unmarkPaid', 'markSeveralPaid'] as const),
  ...(['answerAll', 'answerWithdrawal', 'answerTransfer'] as const),
  ...(['pay', 'pay', 'pay', 'pay', 'approvePayment', 'approvePayment'] as const),
  ...(['declinePayment'] as const),
];

/** A family begins with something to lose. */
const FIRST: Act = { by: 'parent', call: 'several', sats: [20_000n, 12_000n] };

/** What a family does next. */
export function drawAct(model: Model, random: Random): Act {
  if (model.lines[0] === 0) return FIRST;
  for (;;) {
    const drawn = drawOne(model, random);
    if (drawn) return drawn;
  }
}

/** @returns undefined where there is nothing yet that the drawn call could be about */
function drawOne(model: Model, random: Random): Act | undefined {
  const by = oneOf(random, PEOPLE);
  const call = oneOf(random, CALLS);
  const child = oneOf(random, CHILDREN);
  const sats = satsIn(random, 6_000);
  switch (call) {
    case 'enter':
      return { by, call, child, type: oneOf(random, ENTERED), sats };
    case 'several':
      return { by, call, sats: [sats, satsIn(random, 2_000)] };
    case 'ask':
    case 'setSavings':
      return { by, call, child, sats };
    case 'setSpending':
      return { by, call, child, sats: sats * 2n };
    case 'makeGoal':
      // Everybody may make goals of their own; the family's are the adults'.
      return { by: oneOf(random, ['parent', 'spouse']), call, sats };
    case 'answer':
    case 'withdraw':
    case 'answerWithdrawal':
    case 'answerTransfer':
      return aboutRequest(model, random, by, call);
    case 'answerAll':
      return someOf([...model.requests.keys()], random, (requests) => ({ by, call, requests }));
    case 'payday':
      // A stranger would pay a family of its own.
      return { by: by === 'stranger' ? 'spouse' : by, call };
    case 'takeBack':
      return about([...model.gifts.keys()], random, (gift) => ({ by, call, gift }));
    case 'undo':
    case 'markPaid':
    case 'unmarkPaid':
      return about([...model.entries.keys()], random, (entry) => ({ by, call, entry }));
    case 'undoSeveral':
    case 'markSeveralPaid':
      return someOf([...model.entries.keys()], random, (entries) => ({ by, call, entries }));
    case 'pay':
    case 'approvePayment':
    case 'declinePayment':
      return drawPayment(model, random, { by, call }, child);
    case 'endShare':
      return about([...model.shares.keys()], random, (share) => ({
        by: adultFor(by),
        call,
        share,
      }));
    case 'share':
      return about([...model.goals.keys()], random, (goal) => {
        const giver = chance(random, 0.6) ? child : undefined;
        const tenths = oneOf(random, [1, 125, 333, 333, 500, 667, 1000]);
        return { by: adultFor(by), call, goal, child: giver, tenths };
      });
    case 'give':
      return about([...model.goals.keys()], random, (goal) => {
        const giver = chance(random, 0.5) ? child : undefined;
        return { by, call, goal, child: giver, sats: part(model, goal, random) ?? sats };
      });
    default:
      return about([...model.goals.keys()], random, (goal) => ({ by, call, goal }) as Act);
  }
}

type PaymentCall = 'pay' | 'approvePayment' | 'declinePayment';

function drawPayment(
  model: Model,
  random: Random,
  { by, call }: { by: Person; call: PaymentCall },
  child: ChildNo,
): Act | undefined {
  const mood = oneOf(random, MOODS);
  if (call === 'pay')
    return { by, call, child, sats: payable(model, child, random) ?? satsIn(random, 6_000), mood };
  return about([...model.payments.keys()], random, (payment) =>
    call === 'declinePayment'
      ? { by, call, payment }
      : { by, call, payment, sats: seenOf(model, payment), mood },
  );
}

const seenOf = ({ payments }: Model, name: string) => payments.get(name)?.sats ?? 1n;

/** Mostly what a child can pay with its fee. */
function payable(model: Model, child: ChildNo, random: Random): bigint | undefined {
  const free = model.balances.spending[child] - heldOf(model, child, 'spending');
  return free > 200n && chance(random, 0.8) ? satsIn(random, Number(free) * 0.9) : undefined;
}

/** Mostly what a goal has room for, now and then to the last sat. */
function part({ goals }: Model, name: string, random: Random): bigint | undefined {
  const goal = goals.get(name);
  const room = goal ? goal.target - sumOf(goal) : 0n;
  if (room === 0n || chance(random, 0.2)) return undefined;
  return chance(random, 0.4) ? room : satsIn(random, Number(room));
}

/** A child's own share is a request, and so are its ways to end one. */
const adultFor = (by: Person): Person => (by === 'child0' || by === 'child1' ? 'spouse' : by);

/** Two or three of them, none twice. */
function someOf(
  names: readonly string[],
  random: Random,
  act: (names: string[]) => Act,
): Act | undefined {
  const some = new Set([1, 2, 3].map(() => oneOf(random, names)));
  return names.length === 0 ? undefined : act([...some]);
}

const about = (names: readonly string[], random: Random, act: (name: string) => Act) =>
  names.length === 0 ? undefined : act(oneOf(random, names));

/** Mostly one that is open. */
function aboutRequest(
  { requests }: Model,
  random: Random,
  by: Person,
  call: 'answer' | 'withdraw' | 'answerWithdrawal' | 'answerTransfer',
): Act | undefined {
  const open = [...requests].filter(([, one]) => one.state === 'open').map(([name]) => name);
  const names = chance(random, 0.8) && open.length > 0 ? open : [...requests.keys()];
  if (names.length === 0) return undefined;
  const request = oneOf(random, names);
  if (call === 'withdraw') return { by, call, request };
  const yes = chance(random, 0.7);
  if (call !== 'answer') return { by, call, request, yes };
  const asked = requests.get(request)?.sats ?? 1n;
  const less = yes && chance(random, 0.4) ? satsIn(random, Number(asked) * 1.2) : undefined;
  return { by, call, request, yes, sats: less };
}

/** Ids of what was made, by its name in the model. */
export type Ids = {
  children: readonly [string, string];
  made: Map<string, string>;
  /** The invoice that an act of this name pays. */
  invoiceOf: (name: string, sats: bigint) => string;
};

export type Sent = { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body: object };

export const btc = (sats: bigint) => `0.${sats.toString().padStart(8, '0')}`;

const post = (path: string, body: object = {}): Sent => ({ method: 'POST', path, body });

export function sentFor(act: Act, name: string, ids: Ids): Sent {
  const { children, made } = ids;
  const idOf = (name: string) => made.get(name) ?? '01a1fca1-0000-7000-8000-000000000000';
  switch (act.call) {
    case 'enter':
      return post('/api/transactions', {
        ...{ childId: children[act.child], type: act.type },
        ...{ amount: btc(act.sats), description: act.type },
      });
    case 'several':
      return post('/api/transactions/several', {
        ...{ type: 'bonus', description: 'For both' },
        payments: CHILDREN.map((no) => ({ childId: children[no], amount: btc(act.sats[no]) })),
      });
    case 'ask':
      return post('/api/withdrawal-requests', {
        ...{ childId: children[act.child], amount: btc(act.sats), reason: 'A book' },
      });
    case 'answer':
    case 'answerWithdrawal':
    case 'answerTransfer':
      return sentForAnswer(act, idOf(act.request));
    case 'withdraw':
      return { method: 'DELETE', path: `/api/requests/${idOf(act.request)}`, body: {} };
    case 'undo':
      return post(`/api/transactions/${idOf(act.entry)}/undo`);
    case 'markPaid':
      return post(`/api/transactions/${idOf(act.entry)}/paid`);
    case 'unmarkPaid':
      return { method: 'DELETE', path: `/api/transactions/${idOf(act.entry)}/paid`, body: {} };
    case 'undoSeveral':
      return post('/api/transactions/several/undo', { ids: act.entries.map(idOf) });
    case 'markSeveralPaid':
      return post('/api/transactions/several/paid', { ids: act.entries.map(idOf) });
    case 'answerAll':
      return post('/api/requests/approve-all', { ids: act.requests.map(idOf) });
    case 'pay':
      return post('/api/lightning/pay', {
        ...{ childId: children[act.child], paymentRequest: ids.invoiceOf(name, act.sats) },
      });
    case 'approvePayment':
      return post(`/api/lightning/payments/${idOf(act.payment)}/approve`, {
        ...{ seenAmount: Number(act.sats), seenFeeLimit: Number(limitOf(act.sats)) },
      });
    case 'declinePayment':
      return { method: 'DELETE', path: `/api/lightning/payments/${idOf(act.payment)}`, body: {} };
    case 'endShare':
      return { method: 'DELETE', path: `/api/allocations/${idOf(act.share)}`, body: {} };
    case 'payday':
      return post('/api/process-allowances');
    case 'takeBack':
      return post(`/api/goal-contributions/${idOf(act.gift)}/undo`);
    case 'setSavings':
      return post(`/api/children/${children[act.child]}/update-savings`, {
        newBalance: btc(act.sats),
      });
    case 'setSpending':
      return post(`/api/lightning/sync-balance/${children[act.child]}`, {
        newBalance: Number(act.sats),
      });
    default:
      return sentForGoal(act, children, idOf);
  }
}

/** By the call for every request, or by those of the specification for one kind. */
function sentForAnswer(
  act: Act & { call: 'answer' | 'answerWithdrawal' | 'answerTransfer' },
  id: string,
): Sent {
  const verdict = { approved: act.yes, ...(!act.yes && { reason: 'Not now' }) };
  if (act.call === 'answerTransfer')
    return post('/api/savings-transfers/approve', { transferId: id, ...verdict });
  const of = act.call === 'answer' ? 'requests' : 'withdrawal-requests';
  const less = act.call === 'answer' && act.sats !== undefined && { amount: btc(act.sats) };
  return { method: 'PATCH', path: `/api/${of}/${id}`, body: { ...verdict, ...less } };
}

function sentForGoal(
  act: Act & { call: 'makeGoal' | 'give' | 'buy' | 'drop' | 'share' },
  children: Ids['children'],
  idOf: (name: string) => string,
): Sent {
  if (act.call === 'makeGoal')
    return post('/api/family-goals', {
      ...{ title: 'Bike', description: 'A red one', targetAmount: btc(act.sats) },
    });
  const path = `/api/family-goals/${idOf(act.goal)}`;
  if (act.call === 'share')
    return post(`${path}/allocations`, {
      percentage: act.tenths / 10,
      ...(act.child !== undefined && { childId: children[act.child] }),
    });
  if (act.call !== 'give')
    return act.call === 'buy' ? post(`${path}/bought`) : { method: 'DELETE', path, body: {} };
  const amount = btc(act.sats);
  return post(
    `${path}/contributions`,
    act.child === undefined
      ? { amount, contributionType: 'gift' }
      : { amount, contributionType: 'savings', childId: children[act.child] },
  );
}
