/**
 * Privacy and security settings of this browser (public). They cover the data that Satling stores
 * here; Family Overview covers the family's data on the server.
 */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Book } from '#web/book.tsx';
import {
  isPurgeDays,
  type LocalSettings,
  PURGE_DAYS_MAX,
  PURGE_DAYS_MIN,
  useLocalSettings,
} from '#web/local/settings.ts';
import { Switch } from '#web/ui/switch.tsx';
import { NumberField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { LocalData } from './local-data.tsx';
import { changeSetting } from './local-service.ts';
import { SelfHosting } from './self-hosting.tsx';

/** @param isChild hides everything that only an adult can do on the server */
export function PrivacyPage({ isChild = false }: { isChild?: boolean }) {
  return (
    <div className="grid gap-6">
      <Book
        title={t`Privacy and security`}
        lead={t`What this browser keeps. These settings stay in it and are sent nowhere.`}
      >
        <LocalChoices />
      </Book>
      <LocalData isChild={isChild} />
      {!isChild && <SelfHosting />}
    </div>
  );
}

type Flag = Exclude<keyof LocalSettings, 'dataPurgeDays'>;

function LocalChoices() {
  const settings = useLocalSettings();
  const flag = (name: Flag) => ({
    checked: settings[name],
    onChange: (on: boolean) => void change({ [name]: on }),
  });
  return (
    <div className="grid gap-5">
      <h2>{t`On this device`}</h2>
      <Switch
        label={t`Encrypt sensitive data`}
        hint={
          <Trans>
            The address waiting for a sign-in link is kept for an hour at most, encrypted with this
            device’s key. If the browser cannot encrypt, it is not kept.
          </Trans>
        }
        {...flag('encryptSensitiveData')}
      />
      <Switch
        label={t`Store transaction history`}
        hint={
          <Trans>
            A copy of your book stays on this device, always encrypted, so that you can read it
            offline. It is deleted when you log out, hand the device over, or turn this off.
          </Trans>
        }
        {...flag('storeTransactionHistory')}
      />
      <Switch
        label={t`Purge old data`}
        hint={t`Each time Satling opens, anything kept here longer than this is removed.`}
        {...flag('enableDataPurging')}
      />
      <PurgeDays days={settings.dataPurgeDays} />
      <Switch
        label={t`Allow analytics`}
        hint={
          <Trans>
            If you allow it, this browser may count which pages are opened, provided whoever runs
            this server has set that up. Otherwise nothing is counted, and children never are.
          </Trans>
        }
        {...flag('allowAnalytics')}
      />
    </div>
  );
}

async function change(next: Partial<LocalSettings>): Promise<void> {
  if (await changeSetting(next))
    toast({ title: t`Privacy Setting Updated`, description: t`It counts from now on.` });
  else
    toast({
      title: t`Update Failed`,
      description: t`This browser does not let Satling store anything.`,
      destructive: true,
    });
}

/**
 * Takes effect when the field loses focus, if it is a number of days; otherwise shows what is
 * expected.
 */
function PurgeDays({ days }: { days: number }) {
  const [typed, setTyped] = useState<string>();
  const value = typed ?? String(days);
  const wrong = !/^\d{1,3}$/.test(value) || !isPurgeDays(Number(value));
  return (
    <NumberField
      name="dataPurgeDays"
      label={t`Days before data is purged`}
      min={PURGE_DAYS_MIN}
      max={PURGE_DAYS_MAX}
      value={value}
      onChange={setTyped}
      onBlur={() => {
        if (wrong) return;
        setTyped(undefined);
        if (Number(value) !== days) void change({ dataPurgeDays: Number(value) });
      }}
      error={wrong ? t`Expected ${PURGE_DAYS_MIN} to ${PURGE_DAYS_MAX} days` : undefined}
    />
  );
}
