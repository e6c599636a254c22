/** A new server's first page: claim it, or restore everything from a backup. */

import { RestoreInstead } from '#features/operator/backups/web/restore-form.tsx';
import { ClaimPage } from '#features/people/auth/web/claim-page.tsx';

export const ClaimOrRestorePage = () => (
  <ClaimPage restore={(printed) => <RestoreInstead printed={printed} />} />
);
