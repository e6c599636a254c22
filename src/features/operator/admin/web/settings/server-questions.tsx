/** A new operator's first page: four questions, three of them already answered. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Book } from '#web/book.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { ServerSettings } from '../../settings/contract.ts';
import { NetworkChoice, SignupsChoice, useSaveSettings } from './server-form.tsx';

interface ServerQuestionsProps {
  settings: ServerSettings;
  onDone: () => void;
}

export function ServerQuestions({ settings, onDone }: ServerQuestionsProps) {
  const [network, setNetwork] = useState(settings.network.value ?? undefined);
  const [signups, setSignups] = useState<ServerSettings['signups']['value']>('invited');
  const [chainUrl, setChainUrl] = useState<string>();
  const [smtpUrl, setSmtpUrl] = useState<string>();
  const [isAsked, setAsked] = useState(false);
  const save = useSaveSettings(settings, onDone);
  const { texts } = settings;
  const isOpen = ({ from }: { from: string }) => from !== 'environment';
  const submit = () => {
    setAsked(true);
    if (network === undefined) return;
    save.submit({
      ...(isOpen(settings.network) && { network }),
      ...(isOpen(settings.signups) && { signups }),
      ...(chainUrl !== undefined && { chainUrl }),
      ...(smtpUrl !== undefined && { smtpUrl }),
    });
  };
  const errors = {
    ...save.errors,
    ...(isAsked && network === undefined && { network: t`Please choose one` }),
  };
  return (
    <Book
      arrived
      title={t`You run this server`}
      lead={t`Only the first question needs an answer now. You can change everything later, except the kind of bitcoin once a wallet is connected.`}
    >
      <Form
        onSubmit={submit}
        errors={errors}
        actions={<Button type="submit" busy={save.busy}>{t`Open the first book`}</Button>}
      >
        {isOpen(settings.network) && <NetworkChoice value={network} onChange={setNetwork} />}
        {isOpen(settings.signups) && <SignupsChoice value={signups} onChange={setSignups} />}
        {isOpen(texts.chainUrl) && <ChainQuestion value={chainUrl} onChange={setChainUrl} />}
        {isOpen(texts.smtpUrl) && <MailQuestion value={smtpUrl} onChange={setSmtpUrl} />}
      </Form>
    </Book>
  );
}

interface QuestionProps {
  /** Undefined means no. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function ChainQuestion({ value, onChange }: QuestionProps) {
  return (
    <>
      <RadioGroup
        name="looksUp"
        label={t`Can this server look up wallet balances?`}
        value={value === undefined ? 'no' : 'yes'}
        onChange={(answer) => onChange(answer === 'no' ? undefined : '')}
        options={[
          { value: 'no', label: t`No`, hint: t`Each family can still choose its own source.` },
          {
            value: 'yes',
            label: t`Yes, at this address`,
            hint: t`Whoever runs it learns which addresses belong together.`,
          },
        ]}
      />
      {value !== undefined && (
        <TextField
          name="chainUrl"
          label={t`Esplora, mempool or Electrum`}
          mono
          inputMode="url"
          placeholder="ssl://umbrel.local:50002"
          value={value}
          onChange={onChange}
        />
      )}
    </>
  );
}

function MailQuestion({ value, onChange }: QuestionProps) {
  return (
    <>
      <RadioGroup
        name="mails"
        label={t`Will this server send email?`}
        value={value === undefined ? 'later' : 'yes'}
        onChange={(answer) => onChange(answer === 'later' ? undefined : '')}
        options={[
          { value: 'later', label: t`Later`, hint: t`Until then, people only see messages here.` },
          { value: 'yes', label: t`Yes, through this mail server` },
        ]}
      />
      {value !== undefined && (
        <TextField
          name="smtpUrl"
          label={t`Mail server`}
          hint={t`The address with user name and password. It’s stored encrypted and never shown again.`}
          mono
          autoComplete="off"
          placeholder="smtps://name:password@mail.example.com"
          value={value}
          onChange={onChange}
        />
      )}
    </>
  );
}
