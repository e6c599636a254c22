/** Tells everybody who runs this server that the night's backup is in trouble. */
import { operators } from '#features/admin/store.ts';
import { notify } from '#features/messages/store.ts';
import { mailTo } from '#server/adapters/mail/mail.ts';
import type { Tx } from '#server/db/database.ts';
import { markChanged } from '#server/db/revision.ts';
import type { Queue } from '#server/jobs.ts';
import { backupMail } from './mails.ts';

type ToTell = { admins: ReadonlySet<string>; publicUrl: string; now: Date };

/** A message and a mail; the mail alone to whoever has never signed in. @returns the families */
export async function tellOperators(
  tx: Tx,
  jobs: Queue,
  { admins, publicUrl, now }: ToTell,
): Promise<string[]> {
  const people = await operators(tx, admins);
  const mail = backupMail(publicUrl);
  const notices = people.flatMap(({ person }) =>
    person
      ? [{ familyId: person.familyId, to: { userId: person.userId }, kind: KIND, mail } as const]
      : [],
  );
  const strangers = people.filter(({ person }) => !person);
  const mails = strangers.map((one) => ({ mail: mailTo(one, mail), notBefore: now }));
  const families = notices.map(({ familyId }) => familyId);
  await markChanged(tx, families);
  await notify(jobs, tx, notices, now);
  await jobs.mails(mails, tx);
  return families;
}

const KIND = 'backup_failed';
