/** The operators' page about backups. */
import { t } from '@lingui/core/macro';
import { AdminFrame } from '#features/admin/web/admin-frame.tsx';
import { AdminGate, type AdminGateProps } from '#features/admin/web/admin-gate.tsx';
import { BackupsView } from '#features/backups/web/backups-view.tsx';

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
