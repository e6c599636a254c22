/** The operators' pages, in one chunk, loaded only when one of them is opened. */
import { t } from '@lingui/core/macro';
import { AdminFrame } from './admin-frame.tsx';
import { AdminGate, type AdminGateProps } from './admin-gate.tsx';
import { MonitoringView } from './monitoring/monitoring-view.tsx';
import { SettingsView } from './settings/settings-view.tsx';
import { UsersView } from './users-view.tsx';

type Leave = Pick<AdminGateProps, 'leave'>;

export function AdminPage({ leave }: Leave) {
  return (
    <AdminGate leave={leave}>
      {({ email }) => (
        <AdminFrame title={t`Admin`} here="/admin">
          <UsersView email={email} />
        </AdminFrame>
      )}
    </AdminGate>
  );
}

export function MonitoringPage({ leave }: Leave) {
  return (
    <AdminGate leave={leave}>
      {() => (
        <AdminFrame title={t`System Monitoring`} here="/admin/monitoring">
          <MonitoringView />
        </AdminFrame>
      )}
    </AdminGate>
  );
}

export function SettingsPage({ leave }: Leave) {
  return (
    <AdminGate leave={leave}>
      {() => (
        <AdminFrame title={t`Settings`} here="/admin/settings">
          <SettingsView />
        </AdminFrame>
      )}
    </AdminGate>
  );
}
