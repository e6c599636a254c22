/** The five settings pages: names and contents. */
import { t } from '@lingui/core/macro';
import type { SettingsPlace } from './settings-path.ts';

export function pageName(place: SettingsPlace): string {
  const names: Record<SettingsPlace, string> = {
    family: t`Family`,
    paydays: t`Pay days`,
    account: t`My account`,
    devices: t`Devices`,
    data: t`Data`,
  };
  return names[place];
}

export function pageDetail(place: SettingsPlace): string {
  const details: Record<SettingsPlace, string> = {
    family: t`The other parent, and how your children sign in`,
    paydays: t`Paid by themselves or by hand, time zone, daily limit`,
    account: t`Name, email, passkeys, recovery codes`,
    devices: t`Add one, sign one out, PIN for a shared tablet`,
    data: t`Download, prune or delete what the book keeps`,
  };
  return details[place];
}
