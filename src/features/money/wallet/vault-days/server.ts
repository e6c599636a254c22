/** The API for vault days: begun, made into a transaction, found on the chain, cancelled. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { readAddress, scriptHash } from '#core/bitcoin/address.ts';
import { formatBtc } from '#core/money.ts';
import {
  collectedByChild,
  returnCollected,
  takeCollected,
} from '#features/pocket/allowances/collected.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { talkedBy } from '#server/http/talking.ts';
import { newId } from '#server/ids.ts';
import type { ReversalHook } from '#server/ledger/reverse.ts';
import { vaultAddress } from '../children/handing-out.ts';
import { CANCELLED, lookUpNamed, nameSend } from '../sending/outcomes.ts';
import { type Estimated, type Made, makePsbt, NO_ANSWER } from '../sending/psbt.ts';
import { type Named, shownState } from '../sending/rules.ts';
import { asMade, asSend } from '../sending/shown.ts';
import { addSend, findSend, type SendRow, setStanding } from '../sending/store.ts';
import { askOrNull } from '../sending/watch.ts';
import { noWallet } from '../watched/store.ts';
import type { VaultDay, vaultDays } from './contract.ts';
import { feePercent } from './rules.ts';
import {
  findVaultDay,
  hasWaitingPart,
  setFeeWait,
  shownVaultDays,
  type VaultDayRow,
  waitsForFee,
} from './store.ts';
import { collectedSats, estimateCollected, isNoChilds } from './waiting.ts';

type Asked = {
  familyId: string;
  transactionId: string;
  parts: { paymentId: string; scriptHash: string }[];
};
/** The network's view of each part, by its id. */
type Result = Record<string, Named>;

export const vaultDayHandlers = (
  services: Services,
  hooks: readonly ReversalHook[],
): Handlers<typeof vaultDays> => ({
  list: async (_, { tx, actor: { familyId }, now }) => ({
    collected: (await collectedByChild(tx, familyId)).map(({ amountSats, ...one }) => ({
      ...one,
      amount: formatBtc(amountSats),
    })),
    waitsForFee: await waitsForFee(tx, familyId),
    days: (await shownVaultDays(tx, familyId, now)).map(asVaultDay),
  }),

  estimate: talkedBy({
    prepare: async (_, { actor: { familyId } }) => ({ familyId }),
    talk: ({ familyId }) => estimateCollected(services, familyId),
    settle: async (_, { tx, actor: { familyId } }, { result = NO_ANSWER }) =>
      asFee(result, await collectedSats(tx, familyId)),
  }),

  waitForFee: async ({ waits }, { tx, actor: { familyId }, now }) => {
    if (!(await setFeeWait(tx, familyId, waits ? now : null)) && waits)
      throw await noWallet(tx, familyId);
    return { waitsForFee: waits };
  },

  begin: async ({ children }, context) => asVaultDay(await begin(services, context, children)),

  makePsbt: talkedBy({
    prepare: async ({ id }, context) => {
      if (waitingParts(await requireVaultDay(context, id)).length === 0)
        throw new Refusal('CONFLICT', because('SEND_NOT_WAITING'));
      return { familyId: context.actor.familyId, id };
    },
    talk: ({ familyId, id }): Promise<Made> =>
      makePsbt(services, familyId, {
        targets: async (tx) => waitingParts(await findVaultDay(tx, familyId, id)),
        spends: isNoChilds,
      }),
    settle: async ({ id }, context, { result = NO_ANSWER }) => {
      const paid = sumOf(waitingParts(await requireVaultDay(context, id)));
      return { ...asFee(result, paid), psbt: asMade(result).psbt };
    },
  }),

  nameTransaction: naming(services, hooks),

  cancel: async ({ id }, context) => {
    const { tx, actor, now } = context;
    const { familyId } = actor;
    const waiting = waitingParts(await requireVaultDay(context, id));
    if (waiting.length === 0) throw new Refusal('CONFLICT', because('SEND_UNDER_WAY'));
    for (const { paymentId } of waiting) {
      await setStanding(tx, familyId, paymentId, CANCELLED, now);
      await returnCollected(tx, familyId, paymentId);
    }
    return asVaultDay(await requireVaultDay(context, id));
  },
});

/** Marks each part that the transaction pays exactly as seen; the others get a notice. */
const naming = (services: Services, hooks: readonly ReversalHook[]) =>
  talkedBy({
    prepare: async ({ id, transactionId }: Naming, context: FamilyContext): Promise<Asked> => {
      const { parts } = await requireVaultDay(context, id);
      const open = parts.filter(({ state }) => state !== 'declined');
      if (open.length === 0) throw new Refusal('CONFLICT', because('SEND_CANCELLED'));
      const { familyId } = context.actor;
      const asked = open.map(({ paymentId, scriptHash: hash }) => ({
        paymentId,
        scriptHash: hash,
      }));
      return { familyId, transactionId, parts: asked };
    },
    talk: ({ familyId, transactionId, parts }: Asked) =>
      askOrNull(services, familyId, async (source) => {
        const result: Result = {};
        for (const { paymentId, scriptHash: hash } of parts)
          result[paymentId] = await lookUpNamed(source, hash, transactionId);
        return result;
      }),
    settle: async ({ id, transactionId }: Naming, context, { prepared, result }) => {
      const { tx, actor, now } = context;
      const { familyId } = actor;
      const booking = { jobs: services.jobs, clock: () => now, hooks };
      for (const { paymentId } of prepared.parts) {
        const send = await findSend(tx, familyId, paymentId);
        if (!send || send.state === 'declined') continue;
        const naming = { send, transactionId, result: result?.[paymentId] };
        await nameSend(booking, tx, familyId, naming);
      }
      return asVaultDay(await requireVaultDay(context, id));
    },
  });

type Naming = { id: string; transactionId: string };

type Wished = { childId: string; seenAmount: bigint };

/**
 * @throws Refusal CONFLICT while another vault day waits, or if the collected amounts have changed
 */
async function begin(
  { secretsKey }: Services,
  context: FamilyContext,
  children: readonly Wished[],
): Promise<VaultDayRow> {
  const { tx, actor, now } = context;
  const { familyId, userId: madeBy } = actor;
  if (await hasWaitingPart(tx, familyId)) throw new Refusal('CONFLICT', because('VAULT_DAY_WAITS'));
  const collected = await collectedByChild(tx, familyId);
  const vaultDayId = newId(now.getTime());
  for (const { childId, seenAmount: amountSats } of children) {
    const found = collected.find((one) => one.childId === childId);
    if (!found) throw new Refusal('NOT_FOUND', because('NOTHING_COLLECTED'), 'children');
    if (found.amountSats !== amountSats)
      throw new Refusal('CONFLICT', because('PAYMENT_OTHER_AMOUNT'), 'children');
    const address = await vaultAddress(tx, secretsKey, { familyId, childId, now });
    const paymentId = newId(now.getTime());
    await addSend(
      tx,
      familyId,
      {
        purpose: 'vault_day',
        ...{ paymentId, childId, address, amountSats, madeBy, holdId: null },
        ...{ pays: vaultDayId, scriptHash: scriptHash(readAddress(address).script) },
        // The address was never published, so any payment to it is from a vault day.
        knownTxids: [],
      },
      now,
    );
    await takeCollected(tx, familyId, childId, paymentId);
  }
  await setFeeWait(tx, familyId, null);
  return requireVaultDay(context, vaultDayId);
}

async function requireVaultDay(
  { tx, actor }: FamilyContext,
  vaultDayId: string,
): Promise<VaultDayRow> {
  const day = await findVaultDay(tx, actor.familyId, vaultDayId);
  if (!day) throw new Refusal('NOT_FOUND', because('NO_PAYMENT'));
  return day;
}

const waitingParts = (day: VaultDayRow | undefined): SendRow[] =>
  day?.parts.filter((part) => shownState(part) === 'waiting') ?? [];

const sumOf = (parts: readonly SendRow[]): bigint =>
  parts.reduce((sum, { amountSats }) => sum + amountSats, 0n);

const asFee = (result: Estimated, amountSats: bigint) =>
  'feeSats' in result
    ? {
        ...{ fee: formatBtc(result.feeSats), obstacle: null },
        feePercent: feePercent(result.feeSats, amountSats),
      }
    : { fee: null, feePercent: null, obstacle: result.obstacle };

const asVaultDay = ({ vaultDayId, createdAt, parts }: VaultDayRow): VaultDay => ({
  id: vaultDayId,
  createdAt: createdAt.toISOString(),
  amount: formatBtc(sumOf(parts.filter(({ state }) => state !== 'declined'))),
  parts: parts.map((part) => ({ ...asSend(part), addressIndex: part.addressIndex })),
});
