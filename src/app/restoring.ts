/**
 * A restore from a page, between two runs of the server: everything is closed, the empty book is
 * replaced in one transaction, and the program restarts with the key from the sheet.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sentence } from '#contract/checks.ts';
import { because } from '#contract/reasons.ts';
import type { BackupReader } from '#features/operator/backups/restore/server.ts';
import { addLink } from '#features/people/auth/store.ts';
import { prepareAppRole } from '#server/db/app-role.ts';
import { connect, type Database } from '#server/db/database.ts';
import type { Address, Tx } from '#server/db/sql.ts';
import type { Env } from '#server/env.ts';
import { newToken, sha256 } from '#server/http/actor.ts';
import { type Asked, UPLOADS, uploadIn } from '#server/restoring.ts';
import { verify } from '#tools/backup-tool.ts';
import { BadBackup, type BadKind } from '#tools/database-backup/bytes.ts';
import { openBackup, restoreDatabase } from '#tools/database-backup/restore.ts';
import { openList } from '#tools/nightly-backup/erasure-list.ts';
import { afterRestore } from './after-restore.ts';

/** Checks every row against its sum: a file that passes can be restored. */
export const backupReader: BackupReader = {
  whyNot: async ({ backup, list }, { secretKey, passphrase }) => {
    const keys = { secretKey, passphrase };
    const wrongList = list && (await openList(list, keys).then(noReason, reasonOf('LIST')));
    if (wrongList) return wrongList;
    return readWhole(backup, keys).then(noReason, reasonOf('DAMAGED'));
  },
};

type SheetKeys = { secretKey: Uint8Array; passphrase: string | undefined };

async function readWhole(backup: string, { secretKey, passphrase }: SheetKeys): Promise<void> {
  const { tables } = await openBackup(backup, secretKey, { passphrase });
  for await (const { data } of tables) for await (const _ of data);
}

const noReason = () => undefined;

/** An error while reading a file is the file's fault, unless it comes from the disk. */
const reasonOf = (otherwise: BadKind) => (error: Error) => {
  if ('syscall' in error) throw error;
  return because(`RESTORE_${error instanceof BadBackup ? error.kind : otherwise}`);
};

type OfRestore = {
  env: Pick<Env, 'dataDir' | 'adminEmails'>;
  address: Address;
  clock: () => Date;
  log: (line: string) => void;
};

/**
 * @returns why nothing was restored: the empty book and its key are unchanged. Undefined if the
 * book and the key are now the backup's.
 * @throws if the database is unreachable: the next start finds out (`endBrokenRestore`)
 */
export async function restoreAsked(of: OfRestore, asked: Asked): Promise<Sentence | undefined> {
  const { dataDir } = of.env;
  const now = of.clock();
  const aside = keyAside(dataDir, now);
  const db = connect(of.address, 2);
  try {
    const failed = await restoreInto(db, { ...of, aside, now }, asked).catch(
      (error: Error) => error,
    );
    if (failed) of.log(`Not restored: ${failed.message}`);
    // The reply to COMMIT may have been lost, so the book itself is checked.
    if (!(await isRestored(db, now))) {
      await rm(aside, { force: true });
      return because(`RESTORE_${failed instanceof BadBackup ? failed.kind : 'FAILED'}`);
    }
    await rename(aside, join(dataDir, 'secret.key'));
    // If the book doesn't add up, it already didn't when it was copied, so it is still restored.
    await verify(db, asked.secretKey, now).then(of.log, ({ message }: Error) => of.log(message));
    return undefined;
  } finally {
    await removeUploads(dataDir);
    await prepareAppRole(db.owner, of.address);
    await db.close();
  }
}

async function restoreInto(
  db: Database,
  { env: { dataDir, adminEmails }, aside, now, log }: OfRestore & { aside: string; now: Date },
  { secretKey, passphrase, hasList, ...browser }: Asked,
): Promise<undefined> {
  const keys = { secretKey, passphrase };
  const list = hasList
    ? await openList(readFileSync(uploadIn(dataDir, 'erasures')), keys)
    : undefined;
  await writeKey(aside, secretKey);
  const { rows, tables } = await restoreDatabase(db, uploadIn(dataDir, 'backup'), secretKey, {
    passphrase,
    afterwards: async (tx, copiedAt) => {
      await afterRestore(tx, { copiedAt, list, isProven: true, secretKey, now });
      await addOperatorsLink(tx, { ...browser, adminEmails, now });
    },
  });
  log(`Restored: ${rows} rows of ${tables} tables`);
}

/** Its name contains the time of the restore, to look up in the book whether it was committed. */
const keyAside = (dataDir: string, now: Date) => join(dataDir, `${ASIDE}${now.getTime()}`);
const ASIDE = 'secret.key.restored-';

/** Written before the restore commits: dying in between must not leave a book without its key. */
async function writeKey(file: string, secretKey: Uint8Array): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(Buffer.from(secretKey).toString('hex'));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * At startup, after dying in the middle of a restore or its uploads: chooses the key by what was
 * committed, and removes the uploads.
 * @returns whether the key has changed
 */
export async function endBrokenRestore(dataDir: string, db: Database): Promise<boolean> {
  await removeUploads(dataDir);
  let isOther = false;
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith(ASIDE))) {
    const aside = join(dataDir, name);
    const wasCommitted = await isRestored(db, new Date(Number(name.slice(ASIDE.length))));
    if (wasCommitted) await rename(aside, join(dataDir, 'secret.key'));
    else await rm(aside);
    isOther ||= wasCommitted;
  }
  return isOther;
}

/** True if the book contains the restore of that time. */
async function isRestored({ owner }: Database, at: Date): Promise<boolean> {
  const [table] = await owner`SELECT to_regclass('public.restored') IS NOT NULL AS found`;
  if (!table?.found) return false;
  const [row] = await owner`SELECT FROM restored WHERE restored_at = ${at}`;
  return row !== undefined;
}

async function removeUploads(dataDir: string): Promise<void> {
  for (const upload of UPLOADS) await rm(uploadIn(dataDir, upload), { force: true });
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
