/** The family's wallet on the server: configuring, checking, scanning, and choosing the source. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { prefersEncryption } from '#features/money/vault/store.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { configureWallet } from './configuring.ts';
import { addressesToCheck, scanResult, walletInfo } from './record.ts';
import { beginScanIn } from './scan/scanning.ts';
import type { wallet } from './watched/contract.ts';
import { earlierOf } from './watched/earlier.ts';
import { readOrRefuse, writeWallet } from './watched/rules.ts';
import { asSource, chosenSource, saveSource } from './watched/sources.ts';
import {
  findScan,
  findWallet,
  moveScan,
  noWallet,
  readWalletText,
  removeWallet,
  setScriptType,
  type WalletRow,
} from './watched/store.ts';

export const walletHandlers = (services: Services): Handlers<typeof wallet> => {
  const { chain, secretsKey } = services;
  const info = ({ tx, actor, now }: FamilyContext) => walletInfo(tx, actor.familyId, services, now);
  const scanIn = ({ tx, actor, now }: FamilyContext) =>
    beginScanIn(tx, services, actor.familyId, now);
  return {
    configure: async (given, context) => {
      // The other form has the wallet, or the family wants it there: never both.
      if (await prefersEncryption(context.tx, context.actor.familyId)) throw isEncrypted();
      await configureWallet(services, given, context);
      return info(context);
    },

    remove: async (_, { tx, actor: { familyId }, now }) => {
      if ((await findWallet(tx, familyId))?.kind === 'vault') throw isEncrypted();
      await removeWallet(tx, familyId, now);
      return { success: true, earlier: await earlierOf(tx, familyId, now) };
    },

    confirmAddress: async ({ address }, context) => {
      const { tx, actor } = context;
      const row = await requireWallet(context);
      const text = await readWalletText(tx, secretsKey, actor.familyId);
      const shown = addressesToCheck(row, text ?? '');
      if (shown.length === 0) throw new Refusal('CONFLICT', because('FIRST_ADDRESS_KNOWN'));
      const right = shown.find((one) => one.address === address);
      if (!right) throw new Refusal('VALIDATION_ERROR', because('NOT_A_FIRST_ADDRESS'), 'address');
      await setScriptType(tx, actor.familyId, right.scriptType, context.now);
      return info(context);
    },

    familyInfo: (_, context) => info(context),

    chooseSource: async (wish, context) => {
      const { tx, actor, now } = context;
      const { familyId } = actor;
      const who = { familyId, by: actor.userId, now };
      await saveSource(tx, who, wish, chain, secretsKey);
      if (await findWallet(tx, familyId)) await scanIn(context);
      return asSource(await chosenSource(tx, familyId, chain, secretsKey), chain);
    },

    scanBalance: async (given, context) => {
      const { tx, actor } = context;
      const row = await requireWallet(context);
      // The key stays in the browser: only addresses prepared by it are looked up.
      if (row.kind === 'vault' && (given.xpub || given.address)) throw isEncrypted();
      const text = await readWalletText(tx, secretsKey, actor.familyId);
      for (const field of ['xpub', 'address'] as const)
        requireSame(given[field], text, row.network, field);
      if (!(await scanIn(context))) throw new Refusal('CONFLICT', because('NO_CHAIN_SOURCE'));
      return scanResult(tx, actor.familyId);
    },

    scan: (_, { tx, actor }) => scanResult(tx, actor.familyId),

    cancelScan: async (_, { tx, actor, now }) => {
      const scan = await findScan(tx, actor.familyId);
      const ended = { state: 'cancelled', finishedAt: now } as const;
      if (scan) await moveScan(tx, actor.familyId, scan.scanId, ended);
      return scanResult(tx, actor.familyId);
    },
  };
};

const isEncrypted = () => new Refusal('CONFLICT', because('WALLET_IS_ENCRYPTED'));

async function requireWallet({ tx, actor }: FamilyContext): Promise<WalletRow> {
  const row = await findWallet(tx, actor.familyId);
  if (!row) throw await noWallet(tx, actor.familyId);
  return row;
}

/** A wallet passed to a scan must be the configured one; any other must be saved first. */
function requireSame(
  given: string | undefined,
  kept: string | undefined,
  network: BitcoinNetwork,
  field: string,
): void {
  if (!given) return;
  if (writeWallet(readOrRefuse(given, network, field)) !== kept)
    throw new Refusal('CONFLICT', because('SAVE_WALLET_FIRST'), field);
}
