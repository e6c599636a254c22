/**
 * A child's Lightning address as payers' wallets see it, in LNURL (LUD-06, 12, 16, 21). It is not a
 * call of our API: wallets may send unknown fields, and expect errors in LNURL's form. `invoice` is
 * the only GET that contacts a wallet: on a stranger's request, rate-limited first, and without the
 * family's lock.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { Refusal } from '#contract/errors.ts';
import { line } from '#contract/fields.ts';
import { ConnectionError } from '#core/lightning/wallet.ts';
import type { GiftRow } from '#features/book/payments/row.ts';
import { networkOf } from '#features/people/auth/rules.ts';
import { findChild } from '#features/people/children/store.ts';
import { type Limiter, memoryLimiter } from '#server/http/limits.ts';
import type { Mounted } from '#server/http/mounted.ts';
import { newTalks } from '#server/http/talking.ts';
import { connectionFor } from '../connections/store.ts';
import { newHanded, type Wish } from './handed.ts';
import { type MadeGift, makeGiftInvoice } from './invoices.ts';
import {
  addressOf,
  GIFT_NAME,
  INVOICES,
  LEAST_LEFT_MS,
  LEAST_MSAT,
  LNURLP,
  MOST_COMMENT,
  MOST_MSAT,
  metadataOf,
  nextGiftLook,
  payUrl,
  readAmount,
} from './rules.ts';
import { type AddressRow, addGift, findByName, findGiftByHash } from './store.ts';

/** Cheap look-ups, counted in this process only. */
const LOOKS = { points: 120, seconds: 60 };
/** Longest wait of a payer's wallet. */
const PATIENCE_MS = 15_000;

const refuse = (reason: string) => ({ status: 'ERROR', reason });

/** For unknown names, and those turned off. */
const UNKNOWN = refuse('There is no such Lightning address here');
const TOO_MANY = refuse('Too many invoices were asked for. Please try again later');
const NOT_NOW = refuse('The wallet cannot make an invoice just now. Please try again later');
const AMOUNT = refuse(`Expected whole sats, from ${LEAST_MSAT} to ${MOST_MSAT} millisatoshis`);
const COMMENT = refuse(`The comment may have ${MOST_COMMENT} characters at most`);
const NOT_FOUND = refuse('Not found');

type Asked = { name: string; query: Record<string, unknown>; hash: string; network: string };
type Answer = (asked: Asked) => Promise<object>;

export function mountLnurlp(app: FastifyInstance, services: Mounted, limit: Limiter): void {
  const mayLook = memoryLimiter(LOOKS);
  const route = (path: string, answer: Answer) =>
    app.get(path, (request, reply) =>
      services.lanes.run(request, reply, async () => {
        // Wallets in web pages call it too, and cookies mean nothing here.
        reply.header('access-control-allow-origin', '*');
        const asked = askedBy(request);
        if (!(await mayLook(asked.network))) return TOO_MANY;
        return GIFT_NAME.test(asked.name) ? answer(asked) : UNKNOWN;
      }),
    );
  route(`${LNURLP}:name`, payRequest(services));
  route(`${LNURLP}:name/invoice`, invoice(services, limit));
  route(`${LNURLP}:name/verify/:hash`, verify(services));
}

function askedBy(request: FastifyRequest): Asked {
  const { name = '', hash = '' } = request.params as { name?: string; hash?: string };
  const query = request.query as Record<string, unknown>;
  return { name: name.toLowerCase(), hash, query, network: networkOf(request.ip) };
}

/** LUD-06 and 16, the first answer. */
const payRequest =
  (services: Mounted): Answer =>
  async ({ name }) => {
    if (!(await findOpen(services, name))) return UNKNOWN;
    return {
      tag: 'payRequest',
      callback: urlOf(services, name, 'invoice'),
      minSendable: LEAST_MSAT,
      maxSendable: MOST_MSAT,
      metadata: metadataOf(addressOf(name, services.publicUrl)),
      commentAllowed: MOST_COMMENT,
    };
  };

/** LUD-06 and 12, the second answer. */
function invoice(services: Mounted, limit: Limiter): Answer {
  const { db, publicUrl, clock } = services;
  // Separate turns: strangers never use up the family's.
  const talks = newTalks(PATIENCE_MS);
  const handed = newHanded();
  return async ({ name, query, network }) => {
    const amountSats = readAmount(String(query.amount ?? ''));
    if (amountSats === undefined) return AMOUNT;
    const comment = v.safeParse(line(0, MOST_COMMENT), query.comment ?? '');
    if (!comment.success) return COMMENT;
    const found = await findOpen(services, name);
    if (!found) return UNKNOWN;
    const { familyId, childId } = found;
    const wish = { name, network, amountSats, comment: comment.output };
    if (!(await mayAsk(limit, wish, familyId))) {
      const open = await findHanded(services, found, handed.find(wish));
      return open ? offer(services, name, open) : TOO_MANY;
    }
    const made = await talks
      .run(familyId, () =>
        makeGiftInvoice(services, familyId, addressOf(name, publicUrl), amountSats),
      )
      .catch(orNothing);
    if (!made) return NOT_NOW;
    const { text, paymentHash, expiresAt } = made.invoice;
    const { verifyUrl = null, connectionId } = made;
    const now = clock();
    const gift = { familyId, childId, paymentHash, invoice: text, verifyUrl, connectionId };
    const isNew = await addGift(
      db.owner,
      { ...gift, amountSats, description: comment.output, expiresAt: new Date(expiresAt * 1_000) },
      { now, lookAt: nextGiftLook(now, now) },
    );
    if (!isNew) return NOT_NOW;
    handed.note(wish, paymentHash);
    return offer(services, name, gift);
  };
}

/** Checks the narrowest limit first: a network beyond its share costs others nothing. */
async function mayAsk(limit: Limiter, { name, network }: Wish, familyId: string): Promise<boolean> {
  return (
    (await limit('gift-n', network, INVOICES.ofNetwork)) &&
    (await limit('gift-an', `${name} ${network}`, INVOICES.addressShare)) &&
    (await limit('gift-fn', `${familyId} ${network}`, INVOICES.familyShare)) &&
    (await limit('gift-a', name, INVOICES.ofAddress)) &&
    (await limit('gift-f', familyId, INVOICES.ofFamily))
  );
}

/** Finds this payer's invoice for the same request, if it is unpaid and still valid long enough. */
async function findHanded(
  { db, clock }: Mounted,
  { familyId, childId }: AddressRow,
  hash: string | undefined,
): Promise<GiftRow | undefined> {
  if (hash === undefined) return undefined;
  const gift = await db.readFamily(familyId, (tx) => findGiftByHash(tx, familyId, hash));
  const isOpen = gift?.state === 'open' && gift.childId === childId;
  const leftMs = isOpen ? gift.expiresAt.getTime() - clock().getTime() : 0;
  return leftMs >= LEAST_LEFT_MS ? gift : undefined;
}

const offer = (
  services: Mounted,
  name: string,
  { invoice: pr, paymentHash }: Pick<GiftRow, 'invoice' | 'paymentHash'>,
) => ({
  pr,
  routes: [],
  verify: urlOf(services, name, `verify/${paymentHash}`),
  disposable: false,
});

/** LUD-21: returns the result recorded by the job, without asking a wallet. */
const verify =
  ({ db }: Mounted): Answer =>
  async ({ name, hash }) => {
    const found = await findByName(db.app, name);
    const gift =
      found &&
      (await db.readFamily(found.familyId, (tx) => findGiftByHash(tx, found.familyId, hash)));
    if (!gift || gift.childId !== found.childId) return NOT_FOUND;
    const { state, preimage, invoice: pr } = gift;
    return { status: 'OK', settled: state !== 'open', preimage, pr };
  };

/** Finds an address that is on: its child's book is open, and a wallet can receive. */
async function findOpen({ db, clock }: Mounted, name: string): Promise<AddressRow | undefined> {
  const found = await findByName(db.app, name);
  if (!found) return undefined;
  const { familyId, childId } = found;
  return db.readFamily(familyId, async (tx) => {
    const connection = await connectionFor(tx, familyId, 'receive');
    const canReceive = connection?.purpose === 'receive' && connection.state !== 'can_pay';
    return canReceive && (await findChild(tx, familyId, childId, clock())) ? found : undefined;
  });
}

const urlOf = ({ publicUrl }: Mounted, name: string, rest: string): string =>
  `${payUrl(name, publicUrl)}/${rest}`;

/** If a wallet refuses or is offline, or the queue is full, the payer tries again. */
function orNothing(error: unknown): MadeGift | undefined {
  if (error instanceof ConnectionError || error instanceof Refusal) return undefined;
  throw error;
}
