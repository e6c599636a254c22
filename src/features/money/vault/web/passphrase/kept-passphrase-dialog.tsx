/** Shows a passphrase once, and asks for two of its words before it disappears for good. */
import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { PrintButton, RecoverySheet } from './recovery-sheet.tsx';
import '../vault.css';

/** For a generated passphrase; people know one that they chose themselves. */
const ASKED = [2, 5];

export function KeptPassphraseDialog(props: { passphrase: string; onDone: () => void }) {
  const { passphrase, onDone } = props;
  const words = passphrase.split('-');
  const asked = words.length > Math.max(...ASKED) ? ASKED : [];
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const [errors, setErrors] = useState<FormErrors>({});
  const formId = useId();
  const submit = () => {
    const wrong = asked.filter((place) => typed[place]?.trim().toLowerCase() !== words[place - 1]);
    const problems = wrong.map((place) => [nameOf(place), t`This is not word ${place}`]);
    setErrors(Object.fromEntries(problems));
    if (wrong.length === 0) onDone();
  };
  return (
    <Dialog
      title={t`Your passphrase`}
      onClose={submit}
      actions={<Button type="submit" form={formId}>{t`I have written it down`}</Button>}
    >
      <Form id={formId} onSubmit={submit} errors={errors}>
        <p>
          {t`Write it on paper. We cannot read it and cannot reset it. If it is lost, you can add your wallet again; your children’s books stay.`}
        </p>
        <p className="kept-words mono">{passphrase}</p>
        <div className="form-actions">
          <PrintButton />
          <CopyButton text={passphrase} label={t`Copy the passphrase`} />
        </div>
        <RecoverySheet passphrase={passphrase} />
        {asked.length > 0 && (
          <p className="sub">{t`To make sure you copied it right, type two words from the paper.`}</p>
        )}
        {asked.map((place) => (
          <TextField
            key={place}
            name={nameOf(place)}
            label={t`Word ${place}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed[place] ?? ''}
            onChange={(word) => setTyped({ ...typed, [place]: word })}
          />
        ))}
      </Form>
    </Dialog>
  );
}

const nameOf = (place: number) => `word${place}`;
