/** Words a message in the reader's language, from its kind and facts, and picks its link. */
import { t } from '@lingui/core/macro';
import { undoPath } from '#contract/undo-link.ts';
import type { Message } from '#features/notices/messages/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { said } from '#web/messages/said.ts';
import { markWord } from '#web/ui/mark.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { changeText } from './change-words.ts';
import { newsHref, newsText } from './news-words.ts';

export function messageText({ kind, childName, data }: Message): string {
  const who = childName ?? t`A child`;
  const by = data.by ?? t`A parent`;
  const sats = data.amount ? satsWithValue(satsOf(data.amount)) : '';
  switch (kind) {
    case 'request_opened':
    case 'request_approved':
    case 'request_denied':
    case 'request_withdrawn':
    case 'request_lapsed':
    case 'request_goal_deleted':
      return requestText(kind, { who, by, data });
    case 'book_closed':
    case 'book_restored':
    case 'child_left':
      return bookText(kind, by, who);
    case 'joined':
      return joinedText(by, data.email, childName);
    case 'deposit_seen':
    case 'deposit_taken_back':
    case 'deposit_stuck':
    case 'send_taken_back':
    case 'vault_day_undone':
    case 'vault_fee_low':
      return chainText(kind, who, sats);
    case 'payout_owed':
    case 'payout_owed_to_you':
      return owedText(kind, who, sats);
    case 'payment_asked':
    case 'payment_declined':
      return paymentText(kind, { who, by, sats });
    case 'payment_late':
    case 'send_late':
    case 'send_stuck':
      return lateText(kind, who, { sats, data });
    case 'invoice_paid':
    case 'gift_arrived':
    case 'gift_booked':
      return giftText(kind, who, sats);
    case 'lightning_can_pay':
      return t`The Lightning connection that was to receive only can pay now. It is not used any more: connect another one.`;
    case 'spending_large':
      return t`${who} has spent ${sats}, more than a fifth of the spending money.`;
    case 'money_moved':
      return movedText(by, sats);
    case 'subscription_paid':
    case 'friend_subscribed':
      return subscriptionText(kind);
    case 'money_changed':
      return changeText(data, childName);
    case 'well_done':
    case 'thanks':
    case 'buy_asked':
      return markText(kind, who, data);
    case 'account_news':
      return newsText(data, childName);
    default:
      return careText(kind, by);
  }
}

function depositText(kind: Deposit, who: string, sats: string): string {
  if (kind === 'deposit_seen') return t`${sats} are arriving in your wallet. Whose are they?`;
  return kind === 'deposit_taken_back'
    ? t`A block with a deposit of ${sats} is no longer part of the chain. It was taken back out of the book until it is confirmed again.`
    : t`A deposit of ${sats} has vanished from the chain, and ${who} has used the money. The book stays as it is: please correct it.`;
}

type Deposit = 'deposit_seen' | 'deposit_taken_back' | 'deposit_stuck';
type OnChain = Deposit | 'send_taken_back' | 'vault_day_undone' | 'vault_fee_low';

function chainText(kind: OnChain, who: string, sats: string): string {
  switch (kind) {
    case 'vault_fee_low':
      return t`Putting ${sats} into the vault costs less than 2% now.`;
    case 'send_taken_back':
      return t`The ${sats} sent for ${who} are in no block any more. They are held until they are confirmed again.`;
    case 'vault_day_undone':
      return t`The ${sats} put into the vault for ${who} are in no block any more. They wait for a new one.`;
    default:
      return depositText(kind, who, sats);
  }
}

const owedText = (kind: 'payout_owed' | 'payout_owed_to_you', who: string, sats: string): string =>
  kind === 'payout_owed'
    ? t`${sats} of ${who}’s pay day could not be paid out yet.`
    : t`${sats} of your pay day are owed to you. They are paid later.`;

type Late = 'payment_late' | 'send_late' | 'send_stuck';

/** For a payment that failed or was cancelled, but was paid after all. */
function lateText(
  kind: Late,
  who: string,
  { sats, data }: { sats: string; data: Message['data'] },
) {
  if (kind === 'payment_late')
    return data.asks
      ? t`A payment of ${sats} for ${who} failed at first, but it went through after all. Should it come out of ${who}’s book?`
      : t`A payment of ${sats} for ${who} failed at first, but it went through after all. It’s in the book now.`;
  return kind === 'send_late'
    ? t`A send of ${sats} for ${who} was canceled, but the money went out after all. It’s in the book now.`
    : t`A send of ${sats} for ${who} was canceled, but the money went out after all. There isn’t enough left in savings: please correct the book.`;
}

type Payment = Readonly<Record<'who' | 'by' | 'sats', string>>;

const paymentText = (
  kind: 'payment_asked' | 'payment_declined',
  { who, by, sats }: Payment,
): string =>
  kind === 'payment_asked'
    ? t`${who} asks you to pay a Lightning invoice of ${sats}.`
    : t`${by} said no to your Lightning payment of ${sats}.`;

function bookText(kind: 'book_closed' | 'book_restored' | 'child_left', by: string, who: string) {
  if (kind === 'book_closed')
    return t`${by} closed the book of ${who}. For 72 hours every parent can restore it, in Family Overview.`;
  return kind === 'book_restored'
    ? t`${by} restored the book of ${who}.`
    : t`${who} ended their own sign-in and left the family. The book stays.`;
}

/** The mark is drawn where it arrives; here it is described. */
function markText(
  kind: 'well_done' | 'thanks' | 'buy_asked',
  who: string,
  data: Message['data'],
): string {
  const mark = markWord(data.mark ?? '');
  const what = data.goal ?? said(data.what ?? '');
  if (kind === 'buy_asked') return t`${who} asks: can we buy “${what}” now? It is full.`;
  if (kind === 'well_done')
    return data.by ? t`${data.by}: “${mark}”, for “${what}”` : t`“${mark}”, for “${what}”`;
  return data.from
    ? t`${who} says thank you for “${what}”: ${mark}`
    : t`A thank you for your part in “${what}”: ${mark}`;
}

function giftText(
  kind: 'invoice_paid' | 'gift_arrived' | 'gift_booked',
  who: string,
  sats: string,
): string {
  if (kind === 'invoice_paid') return t`${sats} arrived for ${who}.`;
  return kind === 'gift_arrived'
    ? t`${sats} arrived for ${who} from outside the family. What are they for?`
    : t`A gift of ${sats} is in the book.`;
}

/** An adult by address, or a child's own device. */
const joinedText = (by: string, email: string | undefined, childName: string | null) =>
  email === undefined
    ? t`${by} let a device in as ${childName ?? t`A child`}’s own. Didn’t expect that? Ask each other, and sign it out in Family Overview.`
    : t`${by} let ${email} in as the other parent. Didn’t expect that? Check Family Overview.`;

const movedText = (by: string, sats: string) =>
  t`${by} moved ${sats}, confirmed with a new sign-in. That was above your daily limit. If neither of you did this, sign out unknown devices under Settings, Devices.`;

type Care = 'sheet_shown' | 'backup_failed' | 'coverage_short' | 'spending_short' | 'sync_due';

/** Tasks for an adult. */
function careText(kind: Care, by: string): string {
  if (kind === 'sheet_shown')
    return t`${by} looked at this server’s restore sheet. Didn’t agree on that? Sign out all other devices.`;
  if (kind === 'backup_failed')
    return t`Last night’s backup of this server didn’t work out. The book is fine. See what to do.`;
  if (kind === 'sync_due') return t`It is time to compare the book with your Lightning wallet.`;
  if (kind === 'spending_short')
    return t`Your Lightning wallet holds less than your children’s spending money.`;
  return t`Your wallet holds less than your children’s books promise.`;
}

const subscriptionText = (kind: 'subscription_paid' | 'friend_subscribed') =>
  kind === 'subscription_paid'
    ? t`Your subscription is paid. Thank you.`
    : t`A family that you invited has subscribed. A month of your subscription is free.`;

type Facts = { who: string; by: string; data: Message['data'] };

function requestText(kind: Message['kind'], { who, by, data }: Facts): string {
  const what = whatText(data);
  switch (kind) {
    case 'request_opened':
      return t`${who} asks: ${what}`;
    case 'request_approved':
      return t`${by} said yes: ${what}`;
    case 'request_denied':
      return data.answer ? t`${by} said no: ${what}. “${data.answer}”` : t`${by} said no: ${what}`;
    case 'request_withdrawn':
      // The author isn't stored: the child, or an adult in its name.
      return t`${who}’s request was taken back: ${what}`;
    case 'request_lapsed':
      return t`Ended after 30 days without an answer: ${what}`;
    default:
      return t`Ended because the goal was deleted: ${what}`;
  }
}

const AT_SETTLE_UP: readonly Message['kind'][] = [
  'payment_asked',
  'payment_late',
  'lightning_can_pay',
  'payout_owed',
];

const AT_COVERAGE: readonly Message['kind'][] = [
  'coverage_short',
  'spending_short',
  'vault_day_undone',
  'vault_fee_low',
];

/** The page about the message's subject. */
export function messageHref(message: Message): string {
  const { kind, data } = message;
  if (kind === 'well_done' || kind === 'thanks' || kind === 'buy_asked')
    return data.goalId ? `/family-goals/${data.goalId}` : `/activity?entry=${data.entryId}`;
  return otherHref(message);
}

function otherHref({ kind, data, state, childName }: Message): string {
  const { request, requestId, goalId, copyId } = data;
  if (copyId) return undoPath(copyId);
  if (AT_SETTLE_UP.includes(kind)) return '/lightning-config';
  if (kind === 'backup_failed') return '/admin/monitoring';
  if (kind === 'sheet_shown') return '/admin/backups';
  if (kind === 'money_moved') return '/activity';
  if (AT_COVERAGE.includes(kind)) return '/coverage';
  if (kind === 'subscription_paid' || kind === 'friend_subscribed') return '/subscription';
  if (kind === 'account_news') return newsHref(data, childName);
  if (
    kind === 'money_changed' ||
    kind === 'book_closed' ||
    kind === 'child_left' ||
    kind === 'joined'
  )
    return '/dashboard?view=overview';
  if (kind === 'book_restored' || !requestId) return '/dashboard';
  if (state !== 'approved') return `/requests/${requestId}`;
  // An approved request has become the entry with its id; one for a goal appears in the goal.
  if (request === 'allocation') return goalId ? `/family-goals/${goalId}` : '/family-goals';
  return request === 'import' ? '/activity' : `/activity?entry=${requestId}`;
}

/** `5,000 sats from savings, “Football boots”`. */
function whatText({
  request,
  amount,
  reason = '',
  goal = '',
  percentage = '',
}: Message['data']): string {
  const sats = amount ? satsWithValue(satsOf(amount)) : '';
  const about = t`“${reason}”`;
  if (request === 'withdrawal') return t`${sats} from savings, ${about}`;
  if (request === 'savings_transfer') return t`${sats} into savings, ${about}`;
  if (request === 'earned') return t`${sats} earned, ${about}`;
  if (request === 'allocation')
    return goal ? t`${percentage}% for “${goal}”` : t`a part of the money for a goal`;
  return about;
}
