/** The operators' backups page. */
import { t } from '@lingui/core/macro';
import { AdminFrame } from '#features/operator/admin/web/admin-frame.tsx';
import { AdminGate, type AdminGateProps } from '#features/operator/admin/web/admin-gate.tsx';
import { BackupsView } from '#features/operator/backups/web/backups-view.tsx';

export function BackupsPage({ leave }: Pick<AdminGateProps, 'leave'>) {
  return (
    <AdminGate leave={leave}>
      {() => (
        <AdminFrame title={t`Backups`} here="/admin/backups">
          <BackupsView />
        </AdminFrame>
      )}
    </AdminGate>
  );
}
