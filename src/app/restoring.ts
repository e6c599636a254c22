/**
 * A restore from a page, between two lives of the server: everything is closed, the empty book is
 * replaced in one transaction, and the program begins anew with the key of the sheet.
 */
import { existsSync, readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sentence } from '#contract/checks.ts';
import { because } from '#contract/reasons.ts';
import { addLink } from '#features/auth/store.ts';
import type { BackupReader } from '#features/backups/restore/server.ts';
import { prepareAppRole } from '#server/db/app-role.ts';
import { type Address, connect, type Tx } from '#server/db/database.ts';
import type { Env } from '#server/env.ts';
import { newToken, sha256 } from '#server/http/actor.ts';
import { type Asked, uploadIn } from '#server/restoring.ts';
import { inWords, verify } from '#tools/backup-tool.ts';
import { BadBackup } from '#tools/database-backup/bytes.ts';
import { WrongPassphrase } from '#tools/database-backup/encryption.ts';
import { openBackup, restoreDatabase } from '#tools/database-backup/restore.ts';
import { openList } from '#tools/nightly-backup/erasure-list.ts';
import { afterRestore } from './after-restore.ts';

/** Reads every row against its sum: what passes here restores. */
export const backupReader: BackupReader = {
  whyNot: async ({ backup, list }, { secretKey, passphrase }) => {
    try {
      if (list) await openList(list, { secretKey, passphrase });
      const { tables } = await openBackup(backup, secretKey, { passphrase });
      for await (const { data } of tables) for await (const _ of data);
    } catch (error) {
      if (error instanceof BadBackup) return because(`RESTORE_${error.kind}`);
      if (error instanceof WrongPassphrase) return because('RESTORE_LIST');
      throw error;
    }
    return undefined;
  },
};

type OfRestore = {
  env: Pick<Env, 'dataDir' | 'adminEmails'>;
  address: Address;
  clock: () => Date;
  log: (line: string) => void;
};

/** @returns why nothing was restored; the empty book is then as it was. */
export async function restoreAsked(
  { env: { dataDir, adminEmails }, address, clock, log }: OfRestore,
  { secretKey, passphrase, hasList, ...browser }: Asked,
): Promise<Sentence | undefined> {
  const [backup, listFile] = [uploadIn(dataDir, 'backup'), uploadIn(dataDir, 'erasures')];
  const db = connect(address, 2);
  try {
    const now = clock();
    const list = hasList
      ? await openList(readFileSync(listFile), { secretKey, passphrase })
      : undefined;
    await keepAside(dataDir, secretKey);
    const total = await restoreDatabase(db, backup, secretKey, {
      passphrase,
      afterwards: async (tx, copiedAt) => {
        await afterRestore(tx, { copiedAt, list, secretKey, now });
        await addOperatorsLink(tx, { ...browser, adminEmails, now });
      },
    });
    await takeRestoredKey(dataDir, true);
    log(`Restored: ${inWords(total)}; ${await verify(db, secretKey, now)}`);
    return undefined;
  } catch (error) {
    log(`Not restored: ${(error as Error).message}`);
    return because(error instanceof BadBackup ? `RESTORE_${error.kind}` : 'RESTORE_FAILED');
  } finally {
    await prepareAppRole(db.owner, address);
    await db.close();
    for (const file of [backup, listFile]) await rm(file, { force: true });
  }
}

const keyFile = (dataDir: string) => join(dataDir, 'secret.key');
const newKeyFile = (dataDir: string) => join(dataDir, 'secret.key.restored');

/** Before the restore commits: a death between the two must not leave a book without its key. */
async function keepAside(dataDir: string, secretKey: Uint8Array): Promise<void> {
  const handle = await open(newKeyFile(dataDir), 'w', 0o600);
  try {
    await handle.writeFile(Buffer.from(secretKey).toString('hex'));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @param isRestored the book is the backup's, so its key counts from now on */
async function takeRestoredKey(dataDir: string, isRestored: boolean): Promise<void> {
  if (isRestored) await rename(newKeyFile(dataDir), keyFile(dataDir));
  else await rm(newKeyFile(dataDir), { force: true });
}

/**
 * At a start after a death in the middle of a restore: the key goes with what was committed.
 * @returns whether there was one
 */
export async function endBrokenRestore(dataDir: string, address: Address): Promise<boolean> {
  if (!existsSync(newKeyFile(dataDir))) return false;
  const db = connect(address, 1);
  try {
    const [user] = await db.owner`SELECT FROM users LIMIT 1`;
    await takeRestoredKey(dataDir, user !== undefined);
    return user !== undefined;
  } finally {
    await db.close();
  }
}

type Operators = Pick<Asked, 'tokenHash' | 'pendingHash'> & {
  adminEmails: ReadonlySet<string>;
  now: Date;
};

/** For the browser that restored: it had the code of this machine and the key of the book. */
async function addOperatorsLink(
  tx: Tx,
  { adminEmails, tokenHash, pendingHash, now }: Operators,
): Promise<void> {
  const [operator] = await tx<{ email: string }[]>`
    SELECT email FROM users WHERE role <> 'child' AND ${
      adminEmails.size > 0 ? tx`email = ANY (${[...adminEmails]}::text[])` : tx`is_operator`
    } ORDER BY created_at LIMIT 1`;
  if (!operator) return;
  const { email } = operator;
  const codeHash = sha256(newToken());
  await addLink(tx, { email, tokenHash, pendingHash, codeHash, now });
}
