/** The API for sends: held, shown as a payment URI, found on the chain, cancelled. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { scriptHash } from '#core/bitcoin/address.ts';
import { formatBtc } from '#core/money.ts';
import { findBooks } from '#features/book/transactions/store.ts';
import { findChild } from '#features/people/children/store.ts';
import type { Tx } from '#server/db/sql.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { talkedBy } from '#server/http/talking.ts';
import { newId } from '#server/ids.ts';
import { placeHold, releaseHold } from '#server/ledger/holds.ts';
import type { ReversalHook } from '#server/ledger/reverse.ts';
import type { Booking } from '../deposits/deposits.ts';
import { readOrRefuse } from '../watched/rules.ts';
import type { sending } from './contract.ts';
import { CANCELLED, HOLD, lookAtAddress, lookUpNamed, nameSend, recordSend } from './outcomes.ts';
import { makePsbt, NO_ANSWER } from './psbt.ts';
import { type Named, shownState } from './rules.ts';
import { asMade, asSend } from './shown.ts';
import {
  addSend,
  findSend,
  type SendRow,
  setKnown,
  setMoney,
  setStanding,
  shownSends,
} from './store.ts';
import { askOrNull } from './watch.ts';

type Asked = { paymentId: string; familyId: string; scriptHash: string };
type AskedByName = Asked & { transactionId: string };

export const sendingHandlers = (
  services: Services,
  hooks: readonly ReversalHook[],
): Handlers<typeof sending> => {
  const booking = (now: Date) => ({ jobs: services.jobs, clock: () => now, hooks });
  return {
    send: talkedBy({
      prepare: (wish, context) => hold(services, wish, context),
      talk: ({ familyId, paymentId: id, scriptHash: hash }: Asked) =>
        askOrNull(services, familyId, async (source) => {
          const send = await services.db.readFamily(familyId, (tx) => findSend(tx, familyId, id));
          return lookAtAddress(source, hash, send?.knownTxids ?? null);
        }),
      settle: async (_, { tx, now }, { prepared, result }) => {
        const { familyId, paymentId } = prepared;
        const before = await requireSend(tx, familyId, paymentId);
        if (result && before.knownTxids === null)
          await setKnown(tx, familyId, paymentId, result.txids);
        else if (result) await recordSend(booking(now), tx, familyId, paymentId, result.outputs);
        const send = asSend(await requireSend(tx, familyId, paymentId));
        const { state, transactionId } = send;
        return { success: true, transactionId, error: null, state, send };
      },
    }),

    list: async ({ childId }, { tx, actor, now }) => {
      if (childId !== undefined && !(await findChild(tx, actor.familyId, childId, now)))
        throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
      return (await shownSends(tx, actor.familyId, now, childId)).map(asSend);
    },

    get: async ({ id }, { tx, actor }) => asSend(await requireSend(tx, actor.familyId, id)),

    makePsbt: talkedBy({
      prepare: async ({ id }, { tx, actor: { familyId } }) => {
        if (shownState(await requireSend(tx, familyId, id)) !== 'waiting')
          throw new Refusal('CONFLICT', because('SEND_NOT_WAITING'));
        return { familyId, paymentId: id };
      },
      talk: ({ familyId, paymentId }) =>
        makePsbt(services, familyId, { targets: (tx) => sendsOf(tx, familyId, paymentId) }),
      settle: async (_input, _context, { result }) => asMade(result ?? NO_ANSWER),
    }),

    nameTransaction: talkedBy({
      prepare: async ({ id, transactionId }, { tx, actor: { familyId } }) => {
        const { scriptHash: hash } = await requireSend(tx, familyId, id);
        return { familyId, paymentId: id, scriptHash: hash, transactionId };
      },
      talk: ({ familyId, scriptHash: hash, transactionId }: AskedByName) =>
        askOrNull(services, familyId, (source) => lookUpNamed(source, hash, transactionId)),
      settle: async ({ id, transactionId }, context, { result }) =>
        asSend(await nameOne(context, booking(context.now), { id, transactionId }, result)),
    }),

    cancel: async ({ id }, context) => asSend(await giveUp(context, id)),
  };
};

type Wish = { childId: string; toAddress: string; amount: bigint };

/** @throws Refusal for another network’s address, and if less than this is available */
async function hold(
  { chain }: Services,
  { childId, toAddress, amount }: Wish,
  { tx, actor, now }: FamilyContext,
): Promise<Asked> {
  const { familyId, userId: madeBy } = actor;
  const read = readOrRefuse(toAddress, chain.network, 'toAddress');
  if (read.kind !== 'address')
    throw new Refusal('VALIDATION_ERROR', because('BITCOIN_ADDRESS_REQUIRED'), 'toAddress');
  if (read.amountSats !== undefined && read.amountSats !== amount) {
    const why = because('LINK_ASKS_ANOTHER', { amount: formatBtc(read.amountSats) });
    throw new Refusal('VALIDATION_ERROR', why, 'amount');
  }
  const book = (await findBooks(tx, familyId, [childId])).get(childId);
  if (!book) throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
  const short = because('SEND_ABOVE_SAVINGS');
  const held = { accountId: book.savings, amountSats: amount, reason: HOLD, now, short };
  const holdId = await placeHold(tx, familyId, held);
  const paymentId = newId(now.getTime());
  const { address, script } = read.address;
  const hash = scriptHash(script);
  await addSend(
    tx,
    familyId,
    {
      purpose: 'send',
      ...{ paymentId, childId, address, scriptHash: hash, amountSats: amount },
      ...{ pays: null, knownTxids: null, holdId, madeBy },
    },
    now,
  );
  return { paymentId, familyId, scriptHash: hash };
}

/** Applies the transaction that an adult has entered for a send. */
async function nameOne(
  { tx, actor: { familyId } }: FamilyContext,
  context: Booking,
  { id, transactionId }: { id: string; transactionId: string },
  result: Named | null | undefined,
): Promise<SendRow> {
  const send = await requireSend(tx, familyId, id);
  if (send.state === 'declined') throw new Refusal('CONFLICT', because('SEND_CANCELLED'));
  await nameSend(context, tx, familyId, { send, transactionId, result });
  return requireSend(tx, familyId, id);
}

/** @throws Refusal CONFLICT once a payment was seen */
async function giveUp(
  { tx, actor: { familyId }, now }: FamilyContext,
  id: string,
): Promise<SendRow> {
  const send = await requireSend(tx, familyId, id);
  if (shownState(send) !== 'waiting' || send.holdId === null)
    throw new Refusal('CONFLICT', because('SEND_UNDER_WAY'));
  await releaseHold(tx, familyId, send.holdId, now);
  await setStanding(tx, familyId, id, CANCELLED, now);
  await setMoney(tx, familyId, id, { holdId: null, entryId: null });
  return requireSend(tx, familyId, id);
}

async function requireSend(tx: Tx, familyId: string, id: string): Promise<SendRow> {
  const send = await findSend(tx, familyId, id);
  if (send?.purpose !== 'send') throw new Refusal('NOT_FOUND', because('NO_PAYMENT'));
  return send;
}

async function sendsOf(tx: Tx, familyId: string, paymentId: string): Promise<SendRow[]> {
  const send = await findSend(tx, familyId, paymentId);
  return send ? [send] : [];
}
