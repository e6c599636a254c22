/**
 * Looks up sends on the chain: when one is made or its transaction is entered, while a child's
 * wallet is open, and once per block.
 */
import type { ChainSource } from '#server/adapters/chain/port.ts';
import { openChainSource } from '#server/adapters/chain/remote.ts';
import { chainRules } from '#server/chain-settings.ts';
import type { Tx } from '#server/db/sql.ts';
import type { Booking } from '../deposits/deposits.ts';
import type { LookupContext } from '../scan/lookup.ts';
import { failureOf, isTooMuch, requireSameNetwork } from '../scan/lookup.ts';
import type { OpenContext } from '../scan/scan.ts';
import { chosenSource } from '../watched/sources.ts';
import { type AtAddress, lookAtAddress, recordSend, standingIn } from './outcomes.ts';
import { isSameStanding } from './rules.ts';
import { type SendRow, setKnown, watchedSends } from './store.ts';

/** A send, and its address as seen now. */
export type SeenSend = AtAddress & { readonly send: SendRow };

/** Looks up the family's open sends and writes changes. @throws ChainError */
export async function watchSends(
  context: LookupContext,
  source: ChainSource,
  familyId: string,
): Promise<void> {
  const { db, clock } = context;
  const sends = await db.readFamily(familyId, (tx) => watchedSends(tx, familyId, clock()));
  for (const seen of await lookUpSends(source, sends)) {
    const isNew = await db.readFamily(familyId, (tx) => hasChanged(tx, familyId, seen));
    if (isNew) await db.changeFamily(familyId, (tx) => recordSeen(context, tx, familyId, seen));
  }
}

/**
 * Looks up each address once, however many sends it has. One with too many transactions to check is
 * skipped: its sends are left alone, and the rest of the wallet is still looked up.
 * @throws ChainError
 */
export async function lookUpSends(
  source: ChainSource,
  sends: readonly SendRow[],
): Promise<SeenSend[]> {
  const found = new Map<string, AtAddress | undefined>();
  for (const { scriptHash } of sends)
    if (!found.has(scriptHash)) {
      const known = knownToAll(sends.filter((send) => send.scriptHash === scriptHash));
      const at = lookAtAddress(source, scriptHash, known);
      found.set(scriptHash, await at.catch(orTooMuch));
    }
  return sends.flatMap((send) => {
    const at = found.get(send.scriptHash);
    return at ? [{ ...at, send }] : [];
  });
}

/** Transactions known to every send to an address; null if none of them has a known list. */
function knownToAll(sends: readonly SendRow[]): string[] | null {
  const lists = sends.flatMap(({ knownTxids }) => (knownTxids === null ? [] : [knownTxids]));
  const [first, ...others] = lists;
  if (!first) return null;
  const sets = others.map((list) => new Set(list));
  return first.filter((txid) => sets.every((known) => known.has(txid)));
}

function orTooMuch(error: unknown): undefined {
  if (!isTooMuch(error)) throw error;
}

export async function hasChanged(
  tx: Tx,
  familyId: string,
  { send, outputs }: SeenSend,
): Promise<boolean> {
  if (send.knownTxids === null) return true;
  return !isSameStanding(send, await standingIn(tx, familyId, send, outputs));
}

export async function recordSeen(
  context: Booking,
  tx: Tx,
  familyId: string,
  { send: { paymentId, knownTxids }, txids, outputs }: SeenSend,
): Promise<void> {
  // No source was reachable when it was made, so any payment there by now is taken as older.
  if (knownTxids === null) await setKnown(tx, familyId, paymentId, txids);
  await recordSend(context, tx, familyId, paymentId, outputs);
}

/** Queries the family's source; undefined if it has none. @throws ChainError */
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
  const source = openChainSource(server, chainRules(chain), familyId);
  try {
    await requireSameNetwork(source, chain);
    return await ask(source);
  } finally {
    source.close();
  }
}

/** The same, but null if the source failed as well: a later round tries again. */
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
