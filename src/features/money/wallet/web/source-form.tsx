/** The source that looks up the wallet's addresses, and what it learns. None unless chosen. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type Source, type SourceKind, wallet } from '#features/money/wallet/watched/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface SourceFormProps {
  source: Source;
  onDone: () => void;
  /** Leaves the choice unchanged. */
  onLater: () => void;
}

export function SourceForm({ source, onDone, onLater }: SourceFormProps) {
  const [kind, setKind] = useState<SourceKind>(source.chosen);
  const [url, setUrl] = useState('');
  const call = useFormCall(wallet.chooseSource, {
    failed: t`This could not be saved just now.`,
    onDone,
  });
  const isOwn = kind === 'esplora' || kind === 'electrum';
  const save = () => call.submit({ kind, ...(isOwn && { url }) });
  return (
    <Form
      onSubmit={save}
      errors={call.errors}
      actions={
        <>
          <Button type="submit" busy={call.busy}>{t`Save`}</Button>
          <Button look="quiet" onClick={onLater}>{t`Not now`}</Button>
        </>
      }
    >
      <p className="sub">
        {t`To know what your wallet holds, this server must ask somebody who keeps a copy of the Bitcoin chain. Whoever you ask learns every address of your wallet, what’s on them, and this server’s address, but not your names.`}
      </p>
      <RadioGroup
        name="kind"
        label={t`Where do we look this up?`}
        value={kind}
        onChange={setKind}
        options={options(source)}
      />
      {isOwn && (
        <TextField
          name="url"
          label={t`Its address`}
          hint={exampleOf(kind, source.network)}
          mono
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={url}
          onChange={setUrl}
        />
      )}
    </Form>
  );
}

function options({ operator }: Source) {
  return [
    {
      value: 'none' as const,
      label: t`Nobody`,
      hint: t`No balance is looked up, and nobody learns anything. The children’s books work as before.`,
    },
    ...(operator
      ? [
          {
            value: 'operator' as const,
            label: t`This server’s source: ${operator.host}`,
            hint: t`Chosen by whoever runs this server. ${operator.host} learns which addresses belong together.`,
          },
        ]
      : []),
    {
      value: 'electrum' as const,
      label: t`An Electrum server`,
      hint: t`Your own server (Umbrel, Start9 or RaspiBlitz, say) tells nobody else anything.`,
    },
    {
      value: 'esplora' as const,
      label: t`An Esplora or mempool server`,
      hint: t`Your own, or a public website. A public one learns which addresses belong together.`,
    },
  ];
}

function exampleOf(kind: SourceKind, network: Source['network']): string {
  if (kind === 'electrum') return t`Such as ssl://umbrel.local:50002`;
  if (network === 'mainnet') return t`Such as https://mempool.space/api`;
  const site = network === 'signet' ? 'signet' : 'testnet';
  return t`Such as ${`https://mempool.space/${site}/api`}`;
}
