/** Rows of the calls about the server. A tablet in a child's hands may make no operator's call. */
import { NOBODY } from '#server/db/warm.ts';
import { adults, everyone, mapAll, nothing, type Row } from './authorisation-rows.ts';

const operators: Row['expect'] = { ...mapAll(403), anonymous: 401, removed: 401, admin: 'ok' };

export const adminRows: Record<string, Row> = {
  'admin.metrics': { input: nothing, expect: operators },
  // Everybody may ask whether the program works; the feature tests what each of them reads.
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
  'restoring.state': { input: nothing, expect: everyone },
  'restoring.begin': {
    input: () => ({ code: 'wrong', sheet: 'a sheet', hasList: false }),
    expect: mapAll(401),
  },
  'backupCare.read': { input: nothing, expect: operators },
  // Of a server that was not restored, and has no restore in progress.
  'backupCare.showSheet': { input: nothing, expect: { ...operators, admin: 409 } },
  'backupCare.keepSheet': {
    input: () => ({ words: [1, 2, 3].map((at) => ({ at, word: 'abandon' })) }),
    expect: { ...operators, admin: 409 },
  },
  'backupCare.eraseAgain': {
    input: () => ({ kind: 'family', id: NOBODY, ofFamily: NOBODY }),
    expect: { ...operators, admin: 409 },
  },
  'backupCare.open': { input: nothing, expect: { ...operators, admin: 409 } },
  'backups.last': { input: nothing, expect: adults },
  'admin.prometheus': { input: nothing, expect: operators },
};
