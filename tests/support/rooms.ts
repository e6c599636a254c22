/** The owner of each table: a feature, or `server` below them all. */

/** From bottom to top: a feature uses only those earlier in this list. */
export const OWNED: [room: string, tables: string][] = [
  ['server', 'account checkpoint checkpoint_sum entry entry_text hold posting seal unsealed'],
  ['server', 'child_write error_note idempotency incident rate_limit request_figure'],
  [
    'server',
    'backup_run family sealed_secret server_setting session subscription_credit task_run users',
  ],
  ['server', 'erasure restored'],
  // notices: what reaches a person
  ['features/notices/push', 'push_subscription'],
  ['features/notices/messages', 'message'],
  // people: who is in the family, and how they sign in; an allowance in euros needs the rates
  ['features/people/auth', 'device magic_link'],
  ['features/people/step-up', 'passkey recovery_code'],
  ['features/people/invitations', 'invitation'],
  ['features/people/rates', 'family_rate market_look market_rate'],
  ['features/people/children', 'allowance_pause allowance_plan book_closing child'],
  ['features/people/handover', 'parent_pin'],
  // book: what is recorded, requested, undone and imported
  ['features/book/payments', 'payment'],
  ['features/book/approvals', 'request'],
  ['features/book/transactions', 'payment_event'],
  ['features/book/changes', 'kept_copy'],
  ['features/book/privacy', 'family_deletion returned_entry'],
  [
    'features/book/imports',
    'kept_correction kept_spending wallet_file wallet_import wallet_opening',
  ],
  ['features/book/imports', 'wallet_row'],
  // pocket: what a child has, saves for and gets each week
  ['features/pocket/goals', 'goal goal_allocation goal_contribution goal_image goal_share'],
  ['features/pocket/balances', ''],
  ['features/pocket/growth', ''],
  ['features/pocket/statements', ''],
  ['features/pocket/allowances', 'allowance_occurrence payout payout_plan'],
  // money: real bitcoin, and the keys to it
  ['features/money/vault', 'vault vault_passkey'],
  ['features/money/ceiling', ''],
  ['features/money/wallet', 'chain_source chain_tip coverage_point earlier_address wallet'],
  ['features/money/wallet', 'wallet_address wallet_scan'],
  [
    'features/money/lightning',
    'gift_address lightning_child lightning_connection lightning_settings',
  ],
  ['features/money/lightning', 'sub_wallet'],
  ['features/money/billing', 'referral referral_code referred_person sold_hash'],
  // household: the family and its devices
  ['features/household/family', ''],
  ['features/household/joining', 'joining'],
  ['features/household/email-change', 'email_change'],
  ['features/household/offline', ''],
  // learn: lessons and articles
  ['features/learn/lessons', 'lesson_progress'],
  ['features/learn/blog', 'blog_view'],
  // operator: for running the server
  ['features/operator/visits', ''],
  ['features/operator/admin', ''],
  ['features/operator/backups', ''],
];

export const words = (text: string) => text.split(' ').filter(Boolean);
export const owners = new Map(
  OWNED.flatMap(([room, tables]) => words(tables).map((table) => [table, room] as const)),
);
export const rooms = [...new Set(OWNED.map(([room]) => room))];
