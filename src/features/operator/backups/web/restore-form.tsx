/** On a server without any book: restores everything from a backup and its restore sheet. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { restoring } from '#features/operator/backups/restore/contract.ts';
import { callApi } from '#web/api.ts';
import { fieldOf, messageOf } from '#web/errors.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { FileField } from './file-field.tsx';
import { sendFile, untilRestored } from './upload.ts';
import './backups.css';

/** @param printed the claim code in the URL */
export function RestoreInstead({ printed }: { printed: string | undefined }) {
  const { data } = useQuery({ ...query(restoring.state, {}), staleTime: 0 });
  if (!data?.isPossible) return null;
  return (
    <details className="restore-instead">
      <summary>{t`Restore a backup instead`}</summary>
      <RestoreForm printed={printed} />
    </details>
  );
}

type Step = 'idle' | 'sending' | 'checking' | 'restoring';

function RestoreForm({ printed }: { printed: string | undefined }) {
  const [code, setCode] = useState(printed ?? '');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [sheet, setSheet] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const restore = useRestore();
  const submit = () => restore.run({ code: code.trim(), files, sheet, passphrase });
  return (
    <Form
      onSubmit={submit}
      errors={restore.errors}
      actions={
        <Button type="submit" busy={restore.step !== 'idle'}>{t`Restore this backup`}</Button>
      }
    >
      <p className="sub">
        {t`You need a backup file and the restore sheet. If there is a file called erasures.list next to the backup, choose both.`}
      </p>
      {printed === undefined && (
        <TextField
          name="code"
          label={t`Code of this server`}
          mono
          autoComplete="off"
          value={code}
          onChange={setCode}
        />
      )}
      <FileField
        name="file"
        label={t`Backup`}
        files={files}
        error={restore.errors.file}
        onChange={setFiles}
      />
      <TextField
        name="sheet"
        label={t`Restore sheet`}
        hint={t`The 24 words in order, or the text in the QR code.`}
        mono
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={sheet}
        onChange={setSheet}
      />
      <TextField
        name="passphrase"
        label={t`Passphrase of the backup`}
        hint={t`It’s printed below the words. The QR code already contains it.`}
        optional
        mono
        autoComplete="off"
        spellCheck={false}
        value={passphrase}
        onChange={setPassphrase}
      />
      <p role="status">{stepText(restore.step, restore.sent)}</p>
      {restore.failure && <InlineAlert>{restore.failure}</InlineAlert>}
    </Form>
  );
}

function stepText(step: Step, sent: number): string {
  const percent = Math.floor(sent * 100);
  if (step === 'sending') return t`Sending the file: ${percent}%`;
  if (step === 'checking') return t`Checking the backup and the sheet…`;
  return step === 'restoring' ? t`Bringing everything back… Keep this page open.` : '';
}

type Typed = { code: string; files: readonly File[]; sheet: string; passphrase: string };

function useRestore() {
  const [, go] = useLocation();
  const [step, setStep] = useState<Step>('idle');
  const [sent, setSent] = useState(0);
  const [errors, setErrors] = useState<FormErrors>({});
  const [failure, setFailure] = useState<string>();
  const work = async ({ code, files, sheet, passphrase }: Typed) => {
    const list = files.find(isList);
    const backup = files.find((one) => !isList(one));
    if (!backup) return setErrors({ file: t`Choose a backup file` });
    setStep('sending');
    await sendFile('backup', backup, { code, onSent: setSent });
    if (list) await sendFile('erasures', list, { code, onSent: () => undefined });
    setStep('checking');
    const words = passphrase === '' ? {} : { openingWords: passphrase };
    const input = { code, sheet: sheet.trim(), hasList: list !== undefined, ...words };
    const { token } = await callApi(restoring.begin, input);
    setStep('restoring');
    const end = await untilRestored();
    if (end.failure !== undefined) return setFailure(end.failure);
    go(end.isClaimed ? `/auth/verify?token=${token}` : '/claim', { replace: true });
  };
  const run = (typed: Typed) => {
    setErrors({});
    setFailure(undefined);
    setSent(0);
    void work(typed)
      .catch((error: unknown) => {
        const message = messageOf(error, t`The backup couldn’t be restored.`);
        setErrors({ [fieldOf(error) ?? 'form']: message });
      })
      .finally(() => setStep('idle'));
  };
  return { run, step, sent, errors, failure };
}

const isList = ({ name }: File) => name.includes('erasures.list');
