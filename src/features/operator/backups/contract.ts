/** Adults' view of the server's backups. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { moment, nothing } from '#contract/fields.ts';

/** `elsewhere`: made by the operator instead of the program. `first`: none was due yet. */
const BACKUP_STATES = ['proven', 'troubled', 'first', 'elsewhere'] as const;

export const LastBackup = v.object({
  state: v.picklist(BACKUP_STATES),
  /** The time of the newest backup that was restored and checked; null if there is none. */
  provenAt: v.nullable(moment),
});
export type LastBackup = v.InferOutput<typeof LastBackup>;

export const backups = {
  last: endpoint({
    method: 'GET',
    path: '/api/backups/last',
    access: 'adultUser',
    input: nothing,
    output: LastBackup,
  }),
};

export const backupSummaries: Summaries<typeof backups> = {
  last: 'When this server last made a backup that was restored and checked',
};
