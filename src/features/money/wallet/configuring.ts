/** Saves the wallet a parent has entered as the family's, and starts looking it up. */
import { readPublicWallet } from '#core/bitcoin/keys.ts';
import type { Tx } from '#server/db/sql.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import { newId } from '#server/ids.ts';
import { findPrepared } from './prepared/store.ts';
import { beginScanIn } from './scan/scanning.ts';
import { addressesOf, type NewWallet, readNewWallet } from './watched/rules.ts';
import { keepKey, saveWallet } from './watched/store.ts';

/** @throws Refusal VALIDATION_ERROR unless it is a wallet of this server's network */
export async function configureWallet(
  services: Services,
  given: { walletAddress?: string | undefined; walletXpub?: string | undefined },
  { tx, actor, now }: FamilyContext,
): Promise<void> {
  const { familyId, userId: by } = actor;
  const { chain, secretsKey } = services;
  const wallet = readNewWallet(given, chain.network);
  if (await isPreparedFrom(tx, familyId, wallet, services))
    await keepKey(tx, secretsKey, familyId, wallet, { by, now });
  else {
    const made = { walletId: newId(now.getTime()), network: chain.network, by, now };
    await saveWallet(tx, secretsKey, familyId, wallet, made);
  }
  await beginScanIn(tx, services, familyId, now);
}

/** True if this wallet was in the vault: then everything known about it stays. */
async function isPreparedFrom(
  tx: Tx,
  familyId: string,
  { kind, text }: NewWallet,
  { chain: { network } }: Services,
): Promise<boolean> {
  const found = await findPrepared(tx, familyId);
  if (kind === 'address') return found?.scriptType === null && found.firstAddress === text;
  if (!found?.scriptType) return false;
  const range = { network, branch: 'receive', first: 0, count: 1 } as const;
  const [first] = addressesOf(readPublicWallet(text), found.scriptType, range);
  return first === found.firstAddress;
}
