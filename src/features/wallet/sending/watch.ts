/**
 * Asks the chain about sends: when they are made, when one is named, while a child's wallet is
 * open, and once for each block.
 */
import type { ChainSource } from '#server/adapters/chain/port.ts';
import { openChainSource } from '#server/adapters/chain/server.ts';
import { chainRules } from '#server/chain-settings.ts';
import type { Tx } from '#server/db/database.ts';
import type { Booking } from '../children/deposits.ts';
import type { LookupContext } from '../lookup.ts';
import { failureOf, requireSameNetwork } from '../lookup.ts';
import type { OpenContext } from '../scan.ts';
import { chosenSource } from '../sources.ts';
import { isSameStanding, type Output } from './rules.ts';
import { outputsAt, settleSend, standingIn } from './settling.ts';
import { type SendRow, setKnown, watchedSends } from './store.ts';

/** A send, and everything that pays its address now. */
export type SeenSend = { readonly send: SendRow; readonly outputs: readonly Output[] };

/** Looks the family's open sends up and writes what has changed. @throws ChainError */
export async function watchSends(
  context: LookupContext,
  source: ChainSource,
  familyId: string,
): Promise<void> {
  const { db, clock } = context;
  const sends = await db.readFamily(familyId, (tx) => watchedSends(tx, familyId, clock()));
  for (const seen of await lookUpSends(source, sends)) {
    const isNew = await db.readFamily(familyId, (tx) => hasChanged(tx, familyId, seen));
    if (isNew) await db.changeFamily(familyId, (tx) => settleSeen(context, tx, familyId, seen));
  }
}

/** Each address is looked up once, however many sends it has. @throws ChainError */
export async function lookUpSends(
  source: ChainSource,
  sends: readonly SendRow[],
): Promise<SeenSend[]> {
  const found = new Map<string, Output[]>();
  for (const { scriptHash } of sends)
    if (!found.has(scriptHash)) found.set(scriptHash, await outputsAt(source, scriptHash));
  return sends.map((send) => ({ send, outputs: found.get(send.scriptHash) ?? [] }));
}

export async function hasChanged(
  tx: Tx,
  familyId: string,
  { send, outputs }: SeenSend,
): Promise<boolean> {
  if (send.knownTxids === null) return true;
  return !isSameStanding(send, await standingIn(tx, familyId, send, outputs));
}

/** Writes what has changed. */
export async function settleSeen(
  context: Booking,
  tx: Tx,
  familyId: string,
  { send: { paymentId, knownTxids }, outputs }: SeenSend,
): Promise<void> {
  const txids = outputs.map(({ txid }) => txid);
  // Nobody could be asked when it was made: what pays the address by now counts as older.
  if (knownTxids === null) await setKnown(tx, familyId, paymentId, txids);
  await settleSend(context, tx, familyId, paymentId, outputs);
}

/**
 * Asks the family's source. Undefined where nobody may be asked.
 * @throws ChainError
 */
export async function askSource<Answer>(
  context: OpenContext & Pick<LookupContext, 'db'>,
  familyId: string,
  ask: (source: ChainSource) => Promise<Answer>,
): Promise<Answer | undefined> {
  const { db, chain, secretsKey } = context;
  const { server } = await db.readFamily(familyId, (tx) =>
    chosenSource(tx, familyId, chain, secretsKey),
  );
  if (!server) return undefined;
  const source = openChainSource(server, chainRules(chain));
  try {
    await requireSameNetwork(source, chain);
    return await ask(source);
  } finally {
    source.close();
  }
}

/** The same, but null also where the source failed: a later round asks again. */
export const askOrNull = <Answer>(
  context: OpenContext & Pick<LookupContext, 'db'>,
  familyId: string,
  ask: (source: ChainSource) => Promise<Answer>,
): Promise<Answer | null> =>
  askSource(context, familyId, ask).then(
    (answer) => answer ?? null,
    (error) => {
      failureOf(error);
      return null;
    },
  );
