/**
 * Explains why a change doesn't fit the accounts before it is tried, and names the requests in the
 * way.
 */
import type { Sentence } from '#contract/checks.ts';
import { because } from '#contract/reasons.ts';
import { formatBtc } from '#core/money.ts';
import { list } from '../db/columns.ts';
import type { Tx } from '../db/sql.ts';

type Change = { readonly accountId: string; readonly amountSats: bigint };

/** `words` is the request's own text; `reason` is the kind of request that holds the money. */
type Held = { amountSats: bigint; reason: string; words: string | null };

/**
 * The first account that would fall below zero, or below its holds for open requests, as a
 * sentence; undefined if everything fits. The caller holds the family's lock.
 */
export async function inTheWay(
  tx: Tx,
  familyId: string,
  changes: readonly Change[],
): Promise<Sentence | undefined> {
  const [short] = await tx<{ accountId: string; afterSats: bigint }[]>`
    SELECT account_id, balance_sats + c.sats AS after_sats
    FROM account JOIN unnest(
      ${list(changes, (c) => c.accountId)}::uuid[], ${list(changes, (c) => c.amountSats)}::bigint[]
    ) AS c (account_id, sats) USING (account_id)
    WHERE family_id = ${familyId} AND balance_sats + c.sats < held_sats
    ORDER BY account_id LIMIT 1`;
  if (!short) return undefined;
  if (short.afterSats < 0n) return because('MONEY_GONE');
  return waitFor(await openHolds(tx, familyId, short.accountId));
}

const NAMED = 5;

/** The open requests that hold money on an account, the oldest first. */
const openHolds = (tx: Tx, familyId: string, accountId: string) => tx<Held[]>`
  SELECT h.amount_sats, h.reason, nullif(r.reason, '') AS words
  FROM hold h LEFT JOIN request r ON r.family_id = h.family_id AND r.hold_id = h.hold_id
    AND r.state = 'pending'
  WHERE h.family_id = ${familyId} AND h.account_id = ${accountId} AND h.ended_at IS NULL
  ORDER BY h.created_at, h.hold_id`;

function waitFor(holds: readonly Held[]): Sentence {
  const named = holds.slice(0, NAMED).map(({ reason, words, amountSats }) => {
    const name = words ? `“${words}”` : (REASONS[reason] ?? reason);
    return `${name} (${formatBtc(amountSats)} BTC)`;
  });
  const more = holds.length > NAMED ? ` and ${holds.length - NAMED} more` : '';
  return because('HELD', { requests: named.join(', ') + more });
}

/** The wording for each reason to hold money. */
const REASONS: Record<string, string> = {
  withdrawal: 'withdrawal from savings',
  savings_transfer: 'transfer to savings',
  bitcoin_send: 'Bitcoin to send',
  payout: 'allowance to be paid out',
};
