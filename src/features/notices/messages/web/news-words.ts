/** In-app texts for events that would otherwise only be mailed to an adult, and their links. */
import { t } from '@lingui/core/macro';
import type { AccountNews, Message } from '#features/notices/messages/contract.ts';

export function newsText({ what, device = '' }: Message['data'], childName: string | null): string {
  switch (what as AccountNews) {
    case 'joined':
      return childName === null
        ? t`The other parent has joined your family.`
        : t`${childName} now has their own sign-in.`;
    case 'left':
      return t`The other parent left your family. Their sign-ins for children still work: look through them in Family Overview.`;
    case 'removed_spouse':
      return t`You removed the other parent from your family.`;
    case 'removed_you':
      return t`You were removed from your family. This book is your own.`;
    case 'full_parent':
      return t`In 72 hours the other parent may do everything that you may. Until then you can undo it in Family Overview.`;
    case 'full_parent_you':
      return t`In 72 hours you may do everything that the other parent may. Until then they can undo it.`;
    case 'full_parent_undone':
      return t`The step to full parent was undone. Nothing else has changed.`;
    case 'prune_automatic':
      return t`From now on old entries are removed by themselves. See Privacy.`;
    case 'pruned':
      return t`Old entries were removed from your family’s book. Balances are the same.`;
    case 'family_kept':
      return t`Your family and its books stay: the deletion was called off.`;
    default:
      return signInText(what as AccountNews, device, childName);
  }
}

function signInText(what: AccountNews, device: string, who: string | null): string {
  if (what === 'new_device')
    return who !== null
      ? t`${who} signed in on a device we hadn’t seen before: ${device}. Not ${who}’s? End that sign-in in Family Overview.`
      : t`You signed in on a device we hadn’t seen before: ${device}. Wasn’t that you? Sign it out under Devices.`;
  if (what === 'pin_changed')
    return t`Your PIN was changed. Wasn’t that you? Sign out unknown devices and choose a new one.`;
  return what === 'passkey_added'
    ? t`A passkey was added that signs in as you. Wasn’t that you? Remove it in My account.`
    : t`A passkey of yours was removed. It no longer signs you in.`;
}

export function newsHref({ what = '' }: Message['data'], childName: string | null): string {
  if (['prune_automatic', 'pruned', 'family_kept'].includes(what)) return '/privacy';
  if (what === 'removed_you') return '/dashboard';
  if (what === 'pin_changed' || (what === 'new_device' && childName === null))
    return '/settings?page=devices';
  return what.startsWith('passkey') ? '/settings?page=account' : '/settings?page=family';
}
