/** Keeps what a parent has entered as the family's wallet, and looks it up. */
import type { FamilyContext, Services } from '#server/http/mount.ts';
import { newId } from '#server/ids.ts';
import { readNewWallet } from './rules.ts';
import { beginScanIn } from './scanning.ts';
import { saveWallet } from './store.ts';

/** @throws Refusal VALIDATION_ERROR for what is no wallet of this server's network */
export async function configureWallet(
  services: Services,
  given: { walletAddress?: string | undefined; walletXpub?: string | undefined },
  { tx, actor, now }: FamilyContext,
): Promise<void> {
  const { network } = services.chain;
  const made = { walletId: newId(now.getTime()), network, by: actor.userId, now };
  await saveWallet(tx, services.secretsKey, actor.familyId, readNewWallet(given, network), made);
  await beginScanIn(tx, services, actor.familyId, now);
}
