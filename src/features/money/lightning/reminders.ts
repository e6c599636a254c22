/** Reminds adults who requested it to compare the book with their wallet. */
import { notify } from '#features/notices/messages/store.ts';
import type { BillingSettings } from '#server/billing-settings.ts';
import type { Database } from '#server/db/database.ts';
import type { Queue } from '#server/queue.ts';
import { syncMail } from './mails.ts';

export type ReminderContext = {
  readonly db: Pick<Database, 'owner' | 'changeFamily'>;
  readonly jobs: Queue;
  readonly clock: () => Date;
  readonly publicUrl: string;
  readonly billing?: BillingSettings | undefined;
};

/** Sends one message and one mail per interval, however late this runs. */
export async function remindToSync(context: ReminderContext): Promise<void> {
  const { db, jobs, clock, publicUrl, billing } = context;
  const now = clock();
  const due = await db.owner<{ familyId: string }[]>`
    SELECT family_id FROM lightning_settings
    WHERE email_reminders AND sync_frequency <> 'manual'
      AND reminded_at + CASE sync_frequency WHEN 'daily' THEN interval '1 day'
        WHEN 'every3days' THEN interval '3 days' ELSE interval '7 days' END <= ${now}
      AND (${billing === undefined} OR EXISTS (SELECT FROM subscription_credit c
        WHERE c.family_id = lightning_settings.family_id AND c.expires_at > ${now}))`;
  for (const { familyId } of due)
    await db.changeFamily(familyId, async (tx) => {
      const taken = await tx`
        UPDATE lightning_settings SET reminded_at = ${now}
        WHERE family_id = ${familyId} AND reminded_at < ${now}`;
      if (taken.count === 0) return;
      const mail = syncMail(publicUrl);
      await notify(jobs, tx, [{ familyId, to: 'adults', kind: 'sync_due', mail }], now);
    });
}
