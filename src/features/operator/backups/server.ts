/** The state of the nightly backups for adults; only operators see why one failed. */
import { backupState, isTroubled, makesBackups } from '#server/backup-runs.ts';
import type { Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { backups } from './contract.ts';

export const backupHandlers = ({ db, settings }: Services): Handlers<typeof backups> => ({
  last: async (_, { now }) => {
    if (!makesBackups(settings.environment)) return { state: 'elsewhere', provenAt: null };
    const found = await backupState(db.owner);
    const { last, provenAt } = found;
    return {
      state: last === undefined ? 'first' : isTroubled(found, now) ? 'troubled' : 'proven',
      provenAt: provenAt?.toISOString() ?? null,
    };
  },
});
