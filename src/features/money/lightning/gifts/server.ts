/**
 * The family's side of children's Lightning addresses: turns them on and off, and answers gifts.
 */

import { randomInt } from 'node:crypto';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { lnurlOf } from '#core/lightning/lnurl.ts';
import { ConnectionError, type ConnectionErrorCode } from '#core/lightning/wallet.ts';
import { formatBtc } from '#core/money.ts';
import type { GiftRow } from '#features/book/payments/row.ts';
import { notify } from '#features/notices/messages/store.ts';
import { listChildren } from '#features/people/children/store.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { talkedBy } from '#server/http/talking.ts';
import { requireChild } from '../connections/addresses.ts';
import { whyOf } from '../connections/connecting.ts';
import { jsonSats } from '../connections/json-sats.ts';
import { connectionFor } from '../connections/store.ts';
import { bookGift } from './arrival.ts';
import { type Gift, type GiftAddress, type gifts, PURPOSES } from './contract.ts';
import { makeGiftInvoice } from './invoices.ts';
import { isPublic } from './public-url.ts';
import { addressOf, LEAST_MSAT, namesChild, newName, payUrl } from './rules.ts';
import { findGift, nameOfChild, removeName, saveAnswer, saveName, shownGifts } from './store.ts';

/** Stored as JSON with the key. The name is not secret: it is meant to be given away. */
type Wanted = { familyId: string; name: string };
type Tried = { failed: ConnectionErrorCode | null };

export const giftHandlers = (services: Services): Handlers<typeof gifts> => ({
  list: async (_, { tx, actor, now }) => (await shownGifts(tx, actor.familyId, now)).map(asGift),

  answer: async ({ id, purpose, goalId, showComment }, context) => {
    const { tx, actor, now } = context;
    const { familyId, userId: by } = actor;
    const gift = await requireGift(context, id);
    // "Not for the book" may be revised; a booked gift is settled until its entry is reversed.
    if (gift.entryId !== null) throw new Refusal('CONFLICT', because('GIFT_ANSWERED'));
    const words = showComment ? gift.description : '';
    const entryId =
      purpose === null ? null : await bookGift(context, gift, { purpose, goalId, words });
    await saveAnswer(tx, familyId, id, { purpose, entryId, by, now });
    if (entryId !== null) {
      const data = { amount: formatBtc(gift.amountSats) };
      const { childId } = gift;
      const notice = { familyId, to: 'child', kind: 'gift_booked', childId, data } as const;
      await notify(services.jobs, tx, [notice], now);
    }
    return asGift(await requireGift(context, id));
  },

  address: (input, context) => showAddress(services, input, context),

  turnOn: talkedBy({
    prepare: async ({ id, word }, context): Promise<Wanted> => {
      const { tx, actor, now } = context;
      const { familyId } = actor;
      await requireChild({ tx, familyId, now }, id);
      const obstacle = await obstacleOf(services, context);
      if (obstacle === 'not-public') throw new Refusal('CONFLICT', because('GIFT_NOT_PUBLIC'));
      if (obstacle) throw new Refusal('CONFLICT', because('GIFT_NO_RECEIVING'));
      const names = (await listChildren(tx, familyId, now)).map(({ name }) => name);
      if (namesChild(word, names))
        throw new Refusal('VALIDATION_ERROR', because('GIFT_NAMES_CHILD'), 'word');
      return { familyId, name: newName(word, (below) => randomInt(below)) };
    },
    talk: ({ familyId, name }) => tryInvoice(services, familyId, name),
    settle: async ({ id }, context, { prepared: { familyId, name }, result }) => {
      if (!result) throw new Refusal('CONFLICT', because('WALLET_NO_ANSWER'));
      if (result.failed === 'NOT_OFFERED') throw new Refusal('CONFLICT', because('GIFT_NO_HASH'));
      if (result.failed) throw new Refusal('CONFLICT', whyOf(result.failed));
      const { tx, actor, now } = context;
      await saveName(tx, { name, familyId, childId: id }, { by: actor.userId, now });
      return showAddress(services, { id }, context);
    },
  }),

  turnOff: async ({ id }, { tx, actor: { familyId }, now }) => {
    await requireChild({ tx, familyId, now }, id);
    await removeName(tx, familyId, id);
    return { success: true };
  },
});

/** Tests whether the wallet puts the hash into an invoice, which is then discarded. */
async function tryInvoice(services: Services, familyId: string, name: string): Promise<Tried> {
  try {
    const address = addressOf(name, services.publicUrl);
    await makeGiftInvoice(services, familyId, address, BigInt(LEAST_MSAT / 1_000));
    return { failed: null };
  } catch (error) {
    if (error instanceof ConnectionError) return { failed: error.code };
    throw error;
  }
}

async function showAddress(
  services: Services,
  { id }: { id: string },
  context: FamilyContext,
): Promise<GiftAddress> {
  const { tx, actor, now } = context;
  const { familyId } = actor;
  await requireChild({ tx, familyId, now }, id);
  const name = await nameOfChild(tx, familyId, id);
  const address = name === undefined ? null : addressOf(name, services.publicUrl);
  const lnurl = name === undefined ? null : lnurlOf(payUrl(name, services.publicUrl));
  const obstacle = actor.role === 'child' ? null : await obstacleOf(services, context);
  return { address, lnurl, obstacle };
}

async function obstacleOf(
  { publicUrl }: Services,
  { tx, actor }: FamilyContext,
): Promise<GiftAddress['obstacle']> {
  if (!isPublic(publicUrl)) return 'not-public';
  const connection = await connectionFor(tx, actor.familyId, 'receive');
  return connection?.purpose === 'receive' && connection.state !== 'can_pay'
    ? null
    : 'no-receiving';
}

/** An unpaid gift has no owner yet. */
async function requireGift({ tx, actor }: FamilyContext, giftId: string): Promise<GiftRow> {
  const gift = await findGift(tx, actor.familyId, giftId);
  if (!gift || gift.state === 'open') throw new Refusal('NOT_FOUND', because('NO_GIFT'));
  return gift;
}

function asGift(row: GiftRow): Gift {
  const { paymentId: id, answer, endedAt } = row;
  if (endedAt === null) throw new Error(`The gift ${id} has not arrived`);
  return {
    id,
    childId: row.childId,
    childName: row.childName ?? '',
    amount: jsonSats(row.amountSats),
    comment: row.description,
    state: answer === null ? 'waiting' : answer === 'nobody' ? 'kept_out' : 'booked',
    purpose: PURPOSES.find((purpose) => purpose === answer) ?? null,
    arrivedAt: endedAt.toISOString(),
    answeredBy: row.decidedByName,
    answeredAt: row.decidedAt?.toISOString() ?? null,
    entryId: row.entryId,
  };
}
