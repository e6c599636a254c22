/** The first page of a new server: claim it, or bring everything back from a backup. */
import { ClaimPage } from '#features/auth/web/claim-page.tsx';
import { RestoreInstead } from '#features/backups/web/restore-form.tsx';

export const ClaimOrRestorePage = () => (
  <ClaimPage restore={(printed) => <RestoreInstead printed={printed} />} />
);
