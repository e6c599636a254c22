/**
 * The house rules on rooms (STYLE.md): who owns which table, and that neither tables nor folders
 * form a circle. What breaks a rule today is listed by name; the lists only ever get shorter.
 */
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { imports } from './support/imports.ts';
import { foreignReferences, tablesOf } from './support/tables.ts';

/** By room, in the order of their layers: a room may name the tables of those above it. */
const OWNED: [room: string, tables: string][] = [
  ['server', 'account checkpoint checkpoint_sum entry entry_text hold posting seal unsealed'],
  ['server', 'child_write error_note idempotency incident rate_limit request_figure'],
  [
    'server',
    'backup_run family sealed_secret server_setting session subscription_credit task_run users',
  ],
  ['server', 'erasure restored'],
  ['features/push', 'push_subscription'],
  ['features/messages', 'message'],
  ['features/auth', 'device magic_link'],
  ['features/step-up', 'passkey recovery_code'],
  ['features/invitations', 'invitation'],
  ['features/rates', 'family_rate'],
  ['features/children', 'allowance_pause allowance_plan book_closing child'],
  ['features/handover', 'parent_pin'],
  ['features/changes', 'kept_copy'],
  ['features/payments', 'payment'],
  ['features/approvals', 'request'],
  ['features/transactions', 'payment_event'],
  ['features/goals', 'goal goal_allocation goal_contribution goal_image goal_share'],
  ['features/balances', ''],
  ['features/growth', ''],
  ['features/statements', ''],
  ['features/privacy', 'family_deletion returned_entry'],
  ['features/allowances', 'allowance_occurrence payout payout_plan'],
  ['features/vault', 'vault vault_passkey'],
  ['features/ceiling', ''],
  ['features/wallet', 'chain_source chain_tip coverage_point earlier_address wallet'],
  ['features/wallet', 'wallet_address wallet_scan'],
  ['features/lightning', 'gift_address lightning_child lightning_connection lightning_settings'],
  ['features/lightning', 'sub_wallet'],
  ['features/imports', 'kept_correction kept_spending wallet_file wallet_import wallet_opening'],
  ['features/imports', 'wallet_row'],
  ['features/billing', 'referral referral_code referred_person sold_hash'],
  ['features/family', ''],
  ['features/joining', 'joining'],
  ['features/email-change', 'email_change'],
  ['features/offline', ''],
  ['features/lessons', 'lesson_progress'],
  ['features/blog', 'blog_view'],
  ['features/visits', ''],
  ['features/admin', ''],
  ['features/backups', ''],
];

/** Statements that name a table of a room further down. */
const UPWARDS = [
  'server/ledger/post.ts: goal',
  'server/ledger/reverse.ts: goal',
  'server/ledger/shortfall.ts: request',
  'features/approvals/room.ts: goal_allocation',
  'features/ceiling/store.ts: lightning_child, lightning_connection, sub_wallet, wallet',
  'features/messages/store.ts: child, goal_allocation, request',
];

/** Folders of a feature that stand in a circle; "." is what lies in no folder. */
const CIRCLES = {
  lightning: '. gifts paying payouts receiving sub-wallets transfers trying',
  wallet: '. children coverage earlier prepared sending vault-days',
};

const words = (text: string) => text.split(' ').filter(Boolean);
const owners = new Map(
  OWNED.flatMap(([room, tables]) => words(tables).map((table) => [table, room] as const)),
);
const rooms = [...new Set(OWNED.map(([room]) => room))];
/** Screens, the site, tools and `app` stand on everything. */
const placeOf = (room: string) => (rooms.includes(room) ? rooms.indexOf(room) : rooms.length);

describe('tables', () => {
  test('each has one owner', () => {
    expect([...owners.keys()].toSorted()).toEqual(tablesOf());
    expect(OWNED.flatMap(([, tables]) => words(tables)).length).toBe(owners.size);
  });

  test('a room names its own and those of the rooms above it: ask the owner through a hook', () => {
    const found = foreignReferences(owners);
    expect(found.length).toBeGreaterThan(100);
    const upwards = Map.groupBy(
      found.filter(({ room, owner }) => placeOf(owner) > placeOf(room)),
      ({ file }) => file.replace('src/', ''),
    );
    const lines = [...upwards].map(
      ([file, all]) =>
        `${file}: ${all
          .map(({ table }) => table)
          .toSorted()
          .join(', ')}`,
    );
    expect(lines.toSorted()).toEqual(UPWARDS.toSorted());
  });

  test('a feature imports from the rooms above it alone', () => {
    const features = imports().filter(({ from, to }) =>
      [from, to].every((file) => file.startsWith('src/features/')),
    );
    const room = (file: string) => file.split('/').slice(1, 3).join('/');
    const odd = features.filter(({ from, to }) => placeOf(room(to)) > placeOf(room(from)));
    expect(odd.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });
});

test('the folders of a feature form no circle: pass in what lies above', () => {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const { from, to } of imports()) {
    const [a, b] = [subRoomOf(from), subRoomOf(to)];
    if (!a || a.feature !== b?.feature || a.folder === b.folder) continue;
    const graph = graphs.get(a.feature) ?? new Map<string, Set<string>>();
    graphs.set(a.feature, graph.set(a.folder, (graph.get(a.folder) ?? new Set()).add(b.folder)));
  }
  const circles = [...graphs].flatMap(([feature, graph]) => {
    const inCircle = [...graph.keys()].filter((folder) => reached(graph, folder).has(folder));
    return inCircle.length > 0 ? [[feature, inCircle.toSorted().join(' ')]] : [];
  });
  expect(Object.fromEntries(circles)).toEqual(CIRCLES);
});

function subRoomOf(file: string): { feature: string; folder: string } | undefined {
  const [, layer, feature = '', folder = ''] = dirname(file).split('/');
  return layer === 'features' ? { feature, folder: folder || '.' } : undefined;
}

function reached(graph: ReadonlyMap<string, Set<string>>, from: string): Set<string> {
  const found = new Set<string>();
  const next = [...(graph.get(from) ?? [])];
  for (let folder = next.pop(); folder !== undefined; folder = next.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    next.push(...(graph.get(folder) ?? []));
  }
  return found;
}
