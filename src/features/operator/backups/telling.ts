/** Notifies all operators about the server's backups. */

import { notify } from '#features/notices/messages/store.ts';
import { operators } from '#features/operator/admin/store.ts';
import { type Letters, mailTo } from '#server/adapters/mail/mail.ts';
import { markChanged } from '#server/db/revision.ts';
import type { Tx } from '#server/db/sql.ts';
import type { Queue } from '#server/queue.ts';

type ToTell = {
  admins: ReadonlySet<string>;
  now: Date;
  about: { kind: 'backup_failed' | 'sheet_shown'; mail: Letters; by?: string };
};

/**
 * A message and a mail; only the mail for an operator who has never signed in.
 * @returns the families
 */
export async function tellOperators(
  tx: Tx,
  jobs: Queue,
  { admins, now, about: { kind, mail, by } }: ToTell,
): Promise<string[]> {
  const people = await operators(tx, admins);
  const data = by === undefined ? undefined : { by };
  const notices = people.flatMap(({ person }) =>
    person
      ? [
          {
            familyId: person.familyId,
            to: { userId: person.userId },
            kind,
            mail,
            ...(data && { data }),
          },
        ]
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
