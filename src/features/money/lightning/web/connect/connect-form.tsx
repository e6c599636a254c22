/** Connects a wallet, to receive or to spend; the wallet must answer before anything is stored. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConnectionType, Purpose } from '#features/money/lightning/connections/contract.ts';
import { auth } from '#features/people/auth/contract.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { isNetworkUndecided, UndecidedNote } from '#web/ui/undecided-note.tsx';
import { SecretField } from '../secret-field.tsx';
import { BudgetSwitch } from './budget-switch.tsx';
import { IntoVault } from './into-vault.tsx';
import { useConnect } from './use-connect.ts';

interface ConnectFormProps {
  type: ConnectionType;
  /** Paying connections go into the vault: no part of them may be sent from here. */
  isEncrypted: boolean;
  /** The initial choice. */
  first?: Purpose;
}

export function ConnectForm(props: ConnectFormProps) {
  const { type, isEncrypted } = props;
  // Read only from the cache: the page already knows its user.
  const user = useQuery({ ...query(auth.user, {}), enabled: false });
  if (isNetworkUndecided()) return <UndecidedNote isOperator={user.data?.isAdmin === true} />;
  if (!isEncrypted || !isAtUrl(type)) return <WalletForm {...props} />;
  return (
    <div className="grid gap-4">
      <p className="sub">{aboutText(type)}</p>
      <IntoVault why="cannot-be-asked" />
    </div>
  );
}

const isAtUrl = (type: ConnectionType) => type === 'alby_hub' || type === 'phoenixd';

function WalletForm({ type, isEncrypted, first = 'receive' }: ConnectFormProps) {
  const [purpose, setPurpose] = useState<Purpose>(first);
  const [url, setUrl] = useState('');
  const [token, setToken] = useState('');
  const [name, setName] = useState('');
  const [region, setRegion] = useState('');
  const [isKnown, setKnown] = useState(false);
  const connect = useConnect(failedTitle(type, url, token), () => setToken(''));
  const isVaults = isEncrypted && purpose === 'spend';
  const typed = {
    type,
    purpose,
    token,
    withoutBudget: purpose === 'spend' && isKnown,
    ...(isAtUrl(type) && { url }),
    ...(type === 'alby_hub' && { name, region }),
  };
  return (
    <Form
      onSubmit={() => !isVaults && void connect.submit(typed)}
      errors={connect.errors}
      actions={!isVaults && <Button type="submit" busy={connect.busy}>{t`Connect`}</Button>}
    >
      <p className="sub">{aboutText(type)}</p>
      {type !== 'address' && <PurposeField value={purpose} onChange={setPurpose} />}
      {isAtUrl(type) && <UrlField value={url} onChange={setUrl} />}
      {isVaults ? (
        <IntoVault why="pays" />
      ) : (
        <SecretField
          type={type}
          name="token"
          hint={type === 'nwc' ? t`The link begins with nostr+walletconnect://` : undefined}
          value={token}
          onChange={setToken}
        />
      )}
      {type === 'alby_hub' && (
        <CloudFields name={name} onName={setName} region={region} onRegion={setRegion} />
      )}
      {purpose === 'spend' && !isVaults && <BudgetSwitch checked={isKnown} onChange={setKnown} />}
    </Form>
  );
}

interface TextProps {
  value: string;
  onChange: (text: string) => void;
}

const UrlField = (props: TextProps) => (
  <TextField
    name="url"
    label={t`Its web address`}
    mono
    inputMode="url"
    autoComplete="off"
    {...props}
  />
);

interface CloudFieldsProps {
  name: string;
  onName: (name: string) => void;
  region: string;
  onRegion: (region: string) => void;
}

/** Alby Cloud must know which Hub it is. */
export function CloudFields({ name, onName, region, onRegion }: CloudFieldsProps) {
  return (
    <details className="fold">
      <summary>{t`My hub is hosted by Alby`}</summary>
      <div className="grid gap-4">
        <TextField
          name="name"
          label={t`Name of the hub`}
          hint={t`Settings, then Developer: it begins with nwc.`}
          optional
          autoComplete="off"
          value={name}
          onChange={onName}
        />
        <TextField
          name="region"
          label={t`Region`}
          hint={t`Such as lax or fra.`}
          optional
          autoComplete="off"
          value={region}
          onChange={onRegion}
        />
      </div>
    </details>
  );
}

type PurposeFieldProps = { value: Purpose; onChange: (purpose: Purpose) => void };

function PurposeField({ value, onChange }: PurposeFieldProps) {
  return (
    <RadioGroup
      name="purpose"
      label={t`What for?`}
      value={value}
      onChange={onChange}
      options={[
        {
          value: 'receive',
          label: t`Only to receive`,
          hint: t`Money can come in. Nothing can go out.`,
        },
        {
          value: 'spend',
          label: t`To pay as well`,
          hint: t`It can pay your children on pay day, up to the limit that you set in your wallet.`,
        },
      ]}
    />
  );
}

/** A missing field gets its own title. */
function failedTitle(type: ConnectionType, url: string, token: string): string {
  const isHub = type === 'alby_hub' && (url.trim() === '' || token.trim() === '');
  return isHub ? t`Alby details required` : t`Connection failed`;
}

function aboutText(type: ConnectionType): string {
  if (type === 'alby_hub')
    return t`Your own Alby Hub. Hosted by Alby it costs about 21k sats per month or 200k sats per year.`;
  if (type === 'phoenixd')
    return t`phoenixd on a machine of your own. Its limited password is the one that only receives.`;
  if (type === 'nwc') return t`Paste the link that your wallet shows you.`;
  return t`Any Lightning address can receive. Whether something arrived is only known if its server tells.`;
}
