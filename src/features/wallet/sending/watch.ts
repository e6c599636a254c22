/** Asks the chain about sends: when they are made, when one is named, and once for each block. */
import type { ChainSource } from '#server/adapters/chain/port.ts';
import { openChainSource } from '#server/adapters/chain/server.ts';
import { chainRules } from '#server/chain-settings.ts';
import type { LookupContext } from '../lookup.ts';
import { requireSameNetwork } from '../lookup.ts';
import type { OpenContext } from '../scan.ts';
import { chosenSource } from '../sources.ts';
import type { Output } from './rules.ts';
import { outputsAt, settleSend } from './settling.ts';
import { setKnown, watchedSends } from './store.ts';

/** Looks the family's open sends up and writes what has changed. @throws ChainError */
export async function watchSends(
  context: LookupContext,
  source: ChainSource,
  familyId: string,
): Promise<void> {
  const { db, clock } = context;
  const sends = await db.readFamily(familyId, (tx) => watchedSends(tx, familyId, clock()));
  const found = new Map<string, Output[]>();
  for (const { scriptHash } of sends)
    if (!found.has(scriptHash)) found.set(scriptHash, await outputsAt(source, scriptHash));
  for (const { paymentId, scriptHash, knownTxids } of sends) {
    const outputs = found.get(scriptHash) ?? [];
    await db.changeFamily(familyId, async (tx) => {
      // Nobody could be asked when it was made: what pays the address by now counts as older.
      if (knownTxids === null)
        await setKnown(
          tx,
          familyId,
          paymentId,
          outputs.map(({ txid }) => txid),
        );
      await settleSend(context, tx, familyId, paymentId, outputs);
    });
  }
}

/**
 * What pays this script now. Undefined where nobody may be asked.
 * @throws ChainError
 */
export async function askAbout(
  context: OpenContext & Pick<LookupContext, 'db'>,
  familyId: string,
  scriptHash: string,
): Promise<Output[] | undefined> {
  const { db, chain, secretsKey } = context;
  const { server } = await db.readFamily(familyId, (tx) =>
    chosenSource(tx, familyId, chain, secretsKey),
  );
  if (!server) return undefined;
  const source = openChainSource(server, chainRules(chain));
  try {
    await requireSameNetwork(source, chain);
    return await outputsAt(source, scriptHash);
  } finally {
    source.close();
  }
}
