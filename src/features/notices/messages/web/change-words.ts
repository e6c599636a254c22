/** Describes a call that redirected or destroyed money: who did what, from the call's name. */
import { t } from '@lingui/core/macro';

const FORGET = 'POST /api/money-changes/{id}/forget';

/** @param data `call`, `by`, `email` of the affected adult, and `undid` if it undid a call */
export function changeText(
  { call = '', by: name, undid, email }: Readonly<Record<string, string>>,
  childName: string | null,
): string {
  const by = name ?? t`A parent`;
  const who = email ?? childName ?? t`A child`;
  if (call === `${FORGET} asked`)
    return t`${by} wants to erase the copy of what was changed. Without your yes it stays for 72 hours.`;
  if (call === FORGET) return t`${by} erased the copy of what was changed.`;
  if (undid) {
    // The person who undoes a change is rarely the one who made it.
    const what = wordsOf(undid)(t`A parent`, who);
    return t`${by} undid a change: ${what}`;
  }
  return wordsOf(call)(by, who);
}

type Words = (by: string, who: string) => string;

const wordsOf = (call: string): Words =>
  WORDS[call] ?? ((by) => t`${by} changed where money goes.`);

/** By call name. */
export const WORDS: Readonly<Record<string, Words>> = {
  'POST /api/family/deletion': (by) =>
    t`${by} asked to delete the family. You can keep it for 72 hours, under Privacy.`,
  'POST /api/lightning/connect': (by) => t`${by} connected a new Lightning wallet.`,
  'DELETE /api/lightning/config': (by) => t`${by} disconnected the Lightning wallet.`,
  'POST /api/lightning/addresses': (by) => t`${by} changed your family’s Lightning addresses.`,
  'POST /api/lightning-addresses/setup': (by) =>
    t`${by} changed your family’s Lightning addresses.`,
  'PUT /api/lightning/children/{id}/pay-limit': (by, who) =>
    t`${by} changed how much ${who} may pay without asking.`,
  'PUT /api/family/rate': (by) =>
    t`${by} changed what a bitcoin is worth in your own money by more than half.`,
  'PUT /api/family/rate/source': (by) =>
    t`${by} accepted a price from the server’s source that is far from the last one.`,
  'PUT /api/family/ceiling': (by) => t`${by} changed your family’s daily limit.`,
  'PUT /api/children/{id}/payout-plan': (by, who) => t`${by} changed where ${who}’s pay day goes.`,
  'POST /api/lightning/sub-wallets/{childId}': (by, who) =>
    t`${by} made a Lightning wallet for ${who}.`,
  'DELETE /api/lightning/sub-wallets/{childId}': (by, who) =>
    t`${by} removed the Lightning wallet of ${who}.`,
  'GET /api/lightning/sub-wallets/{childId}/connection': (by, who) =>
    t`${by} opened the connection to ${who}’s Lightning wallet. Anyone who has seen it can pay from it.`,
  'POST /api/wallet/configure': (by) =>
    t`${by} saved a new Bitcoin wallet. New deposit addresses come from it.`,
  'DELETE /api/wallet/configure': (by) => t`${by} removed the Bitcoin wallet.`,
  'POST /api/wallet/confirm-address': (by) =>
    t`${by} confirmed the first address of your Bitcoin wallet.`,
  'PUT /api/wallet/source': (by) => t`${by} changed where your Bitcoin wallet is looked up.`,
  'POST /api/wallet/set-encryption-preference': (by) =>
    t`${by} switched the encryption of your wallet on or off.`,
  'POST /api/wallet/encrypt-existing-data': (by) => t`${by} encrypted your wallet.`,
  'POST /api/wallet/configure-encrypted': (by) => t`${by} saved your encrypted wallet.`,
  'POST /api/lightning/configure-encrypted': (by) =>
    t`${by} put a Lightning wallet into your encrypted wallet.`,
  'DELETE /api/wallet/encrypted-config': (by) => t`${by} removed your encrypted wallet.`,
  'POST /api/auth/recovery-codes': (by) => t`${by} made new recovery codes.`,
  'POST /api/auth/recovery': (by) => t`${by} signed in with a recovery code.`,
  'POST /api/auth/step-up/recovery': (by) => t`${by} confirmed it was them with a recovery code.`,
  'POST /api/family/sign-in-help': (by, who) =>
    t`${by} asked for a sign-in link for ${who}. It works in 72 hours; until then you can stop it in Family Overview.`,
  'POST /api/admin/sign-in-help': (_, who) =>
    t`Whoever runs this server made a sign-in link for ${who}. It works in 72 hours; until then you can stop it in Family Overview.`,
  'DELETE /api/family/sign-in-help/{id}': (by, who) =>
    t`${by} stopped the sign-in link for ${who}.`,
  'POST /api/admin/backups/erased': (by) =>
    t`${by}, who runs this server, restored it from a backup and removed someone who had left your family since then. If that’s not right, contact them.`,
  'POST /api/auth/verify': (_, who) =>
    t`${who} signed in with the link that was asked for, and has a spouse’s rights for 72 hours.`,
  'PUT /api/wallet/passkeys/{id}': (by) => t`${by} lets a passkey unlock your encrypted wallet.`,
  'DELETE /api/wallet/passkeys': (by) =>
    t`${by}’s passkeys no longer unlock your encrypted wallet.`,
  'POST /api/wallet/prepared-addresses': (by) => t`${by}’s browser prepared new deposit addresses.`,
  'POST /api/wallet/prepared-addresses/forget': (by) =>
    t`${by} removed the prepared deposit addresses.`,
};
