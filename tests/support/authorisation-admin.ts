/** Rows of the calls about the server. No tablet in a child's hands may make those of operators. */
import { adults, everyone, mapAll, nothing, type Row } from './authorisation-rows.ts';

const operators: Row['expect'] = { ...mapAll(403), anonymous: 401, removed: 401, admin: 'ok' };

export const adminRows: Record<string, Row> = {
  'admin.metrics': { input: nothing, expect: operators },
  // Everybody may ask whether the program works; what they read of it is tested in the feature.
  'admin.health': { input: nothing, expect: everyone },
  'admin.monitoring': { input: nothing, expect: operators },
  'admin.security': { input: nothing, expect: operators },
  'admin.resetMonitoring': { input: nothing, expect: operators },
  'admin.resetSecurity': { input: nothing, expect: operators },
  'serverSettings.read': { input: nothing, expect: operators },
  'serverSettings.save': { input: nothing, expect: operators },
  'serverSettings.invite': {
    input: () => ({ email: 'friend@example.com' }),
    expect: operators,
  },
  'help.askAsOperator': {
    input: () => ({ email: 'nobody@example.com' }),
    expect: { ...operators, admin: 400 },
  },
  'backups.last': { input: nothing, expect: adults },
  'admin.prometheus': { input: nothing, expect: operators },
};
