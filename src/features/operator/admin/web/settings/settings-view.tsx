/** The operator's settings, the source of each value, and invitations. */

import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormCall } from '#web/form-call.ts';
import { query } from '#web/query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmailField } from '#web/ui/email-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { HandedLink } from '#web/ui/handed-link.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import {
  type ServerSettings,
  serverSettings,
  TEXTS,
  type TextName,
} from '../../settings/contract.ts';
import { HelpSomeone } from './help-someone.tsx';
import { NetworkChoice, SignupsChoice, useSaveSettings } from './server-form.tsx';

export function SettingsView({ reload = () => location.reload() }: { reload?: () => void }) {
  const answer = useQuery({ ...query(serverSettings.read, {}), staleTime: 0 });
  return (
    <Loaded answer={answer} label={t`Opening the page`} height="30rem">
      {(settings) => (
        <div className="adm-stack">
          <Invite />
          <HelpSomeone />
          <Settings settings={settings} reload={reload} />
        </div>
      )}
    </Loaded>
  );
}

type Texts = Readonly<Partial<Record<TextName, string>>>;

function Settings({ settings, reload }: { settings: ServerSettings; reload: () => void }) {
  const [network, setNetwork] = useState(settings.network.value ?? undefined);
  const [signups, setSignups] = useState(settings.signups.value);
  const [texts, setTexts] = useState<Texts>({});
  const [withoutPasskeys, setWithoutPasskeys] = useState(false);
  const save = useSaveSettings(settings, reload);
  const submit = () =>
    save.submit({
      ...(network !== settings.network.value && { network }),
      ...(signups !== settings.signups.value && { signups }),
      ...texts,
      ...(withoutPasskeys && { withoutPasskeys }),
    });
  const isFixed = (from: string) => from === 'environment';
  const people = settings.peopleWithPasskeys;
  return (
    <Card className="grid gap-4" aria-labelledby="adm-settings">
      <h2 id="adm-settings">{t`This server`}</h2>
      <Form
        onSubmit={submit}
        errors={save.errors}
        actions={<Button type="submit" busy={save.busy}>{t`Save`}</Button>}
      >
        <NetworkChoice
          value={network}
          onChange={setNetwork}
          isFixed={isFixed(settings.network.from) || settings.network.isInUse}
          hint={networkHint(settings.network)}
        />
        <SignupsChoice
          value={signups}
          onChange={setSignups}
          isFixed={isFixed(settings.signups.from)}
          hint={isFixed(settings.signups.from) ? fixedText() : undefined}
        />
        {TEXTS.map((name) => (
          <SettingField
            key={name}
            name={name}
            setting={settings.texts[name]}
            value={texts[name]}
            onChange={(value) => setTexts({ ...texts, [name]: value })}
          />
        ))}
        {texts.publicUrl !== undefined && people > 0 && (
          <Switch
            label={t`Everyone can sign in without a passkey`}
            hint={plural(people, {
              one: '# person has passkeys. They only work at the current address.',
              other: '# people have passkeys. They only work at the current address.',
            })}
            checked={withoutPasskeys}
            onChange={setWithoutPasskeys}
          />
        )}
        <p className="sub">{t`Saving restarts the server, which takes a few seconds.`}</p>
      </Form>
    </Card>
  );
}

const fixedText = () => t`Set where this server is installed. You can only change it there.`;

function networkHint({ from, isInUse }: ServerSettings['network']) {
  if (from === 'environment') return fixedText();
  return isInUse ? t`Wallets already use it, so it can’t be changed.` : undefined;
}

interface SettingFieldProps {
  name: TextName;
  setting: ServerSettings['texts'][TextName];
  /** Undefined until edited. */
  value: string | undefined;
  onChange: (value: string) => void;
}

function SettingField({ name, setting, value, onChange }: SettingFieldProps) {
  const { label, hint, example } = words(name);
  const isFixed = setting.from === 'environment';
  const isHidden = setting.isSet && setting.value === null && value === undefined;
  return (
    <TextField
      name={name}
      label={label}
      hint={isFixed ? fixedText() : hint}
      optional
      mono
      autoComplete="off"
      spellCheck={false}
      disabled={isFixed}
      placeholder={isHidden ? '••••••••' : example}
      value={value ?? setting.value ?? ''}
      onChange={onChange}
    />
  );
}

function words(name: TextName): { label: string; hint?: string; example: string } {
  switch (name) {
    case 'chainUrl':
      return {
        label: t`Where wallets are looked up`,
        hint: t`Esplora, mempool or Electrum. Families may choose it, or a source of their own.`,
        example: 'ssl://umbrel.local:50002',
      };
    case 'smtpUrl':
      return {
        label: t`Mail server`,
        hint: t`The address with user name and password. It’s stored encrypted and never shown again.`,
        example: 'smtps://name:password@mail.example.com',
      };
    case 'mailFrom':
      return { label: t`From address`, example: 'Satling <book@example.com>' };
    case 'publicUrl':
      return {
        label: t`Public address`,
        hint: t`Links in emails start with it.`,
        example: 'https://book.example.com',
      };
    case 'sourceUrl':
      return {
        label: t`Source code`,
        hint: t`Where visitors find the program that runs here.`,
        example: 'https://code.example.com/satling',
      };
    case 'donationAddress':
      return { label: t`Bitcoin address for donations`, example: 'bc1q…' };
    case 'donationLightning':
      return { label: t`Lightning address for donations`, example: 'name@example.com' };
  }
}

function Invite() {
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState<{ email: string; link: string | null }>();
  const invite = useFormCall(serverSettings.invite, {
    failed: t`This could not be sent just now.`,
    onDone: ({ link }, input) => {
      setSent({ email: input.email, link });
      setEmail('');
    },
  });
  return (
    <Card className="grid gap-4" aria-labelledby="adm-invite">
      <h2 id="adm-invite">{t`Invite a family`}</h2>
      <Form
        onSubmit={() => invite.submit({ email: email.trim() })}
        errors={invite.errors}
        actions={<Button type="submit" busy={invite.busy}>{t`Invite`}</Button>}
      >
        <EmailField
          name="email"
          label={t`E-mail address of a parent`}
          hint={t`They can start their own family within seven days. You won’t see their book.`}
          autoComplete="off"
          value={email}
          onChange={setEmail}
        />
      </Form>
      {sent && <Invited {...sent} />}
    </Card>
  );
}

function Invited({ email, link }: { email: string; link: string | null }) {
  const title = t`${email} is invited`;
  if (link !== null)
    return (
      <HandedLink title={title} link={link}>
        {t`This server doesn’t send email, so pass this link on yourself. It works once, within an hour.`}
      </HandedLink>
    );
  return (
    <Banner tone="done" announce="polite" title={title}>
      {t`The link is on its way by email.`}
    </Banner>
  );
}
