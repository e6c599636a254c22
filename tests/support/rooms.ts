/** Which room of the house owns which table. */

/** By room, in the order of their layers: a room may name the tables of those above it. */
export const OWNED: [room: string, tables: string][] = [
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
  ['features/rates', 'family_rate market_look market_rate'],
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

export const words = (text: string) => text.split(' ').filter(Boolean);
export const owners = new Map(
  OWNED.flatMap(([room, tables]) => words(tables).map((table) => [table, room] as const)),
);
export const rooms = [...new Set(OWNED.map(([room]) => room))];
