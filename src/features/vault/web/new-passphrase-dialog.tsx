/** Chooses a passphrase, twice typed or made up; what is done with it is the caller's. */
import { t } from '@lingui/core/macro';
import { type ReactNode, useId, useState } from 'react';
import {
  belowFrom,
  LONGEST_PASSPHRASE,
  makePassphrase,
  passphraseStrength,
  SHORTEST_PASSPHRASE,
} from '#core/vault/passphrase.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';
import { adviceText } from './words.ts';

interface NewPassphraseDialogProps {
  title: string;
  submitLabel: string;
  /** What will happen, in plain words. */
  children: ReactNode;
  busy: boolean;
  /** What went wrong when it was done. */
  failure: string | undefined;
  onChosen: (passphrase: string) => void;
  onClose: () => void;
}

export function NewPassphraseDialog(props: NewPassphraseDialogProps) {
  const { title, submitLabel, children, busy, failure, onChosen, onClose } = props;
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [isShown, show] = useState(false);
  const [errors, setErrors] = useState<FormErrors>({});
  const formId = useId();
  const submit = () => {
    const problems = problemsOf(passphrase, again);
    setErrors(problems);
    if (Object.keys(problems).length === 0) onChosen(passphrase);
  };
  const generate = async () => {
    const made = await madeUp();
    setPassphrase(made);
    setAgain(made);
    setErrors({});
    show(true);
  };
  const common = {
    type: isShown ? 'text' : 'password',
    autoComplete: 'new-password',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: LONGEST_PASSPHRASE,
  } as const;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit} errors={failure ? { ...errors, form: failure } : errors}>
        {children}
        <div className="form-actions">
          <Button look="alt" small onClick={() => void generate()}>{t`Make one up for me`}</Button>
          <Button look="quiet" small aria-pressed={isShown} onClick={() => show(!isShown)}>
            {isShown ? t`Hide` : t`Show`}
          </Button>
        </div>
        <TextField
          {...common}
          name="passphrase"
          label={t`Passphrase`}
          value={passphrase}
          onChange={setPassphrase}
        />
        {passphrase !== '' && <StrengthMeter passphrase={passphrase} />}
        <TextField
          {...common}
          name="again"
          label={t`The same passphrase again`}
          value={again}
          onChange={setAgain}
        />
      </Form>
    </Dialog>
  );
}

/** VAULT-22 to VAULT-25 */
function problemsOf(passphrase: string, again: string): FormErrors {
  if (passphrase === '') return { passphrase: t`Please enter your passphrase` };
  if (passphrase.length < SHORTEST_PASSPHRASE)
    return { passphrase: t`At least ${SHORTEST_PASSPHRASE} characters` };
  const { isValid, feedback } = passphraseStrength(passphrase);
  if (!isValid) return { passphrase: feedback.map(adviceText).join(' · ') };
  return passphrase === again ? {} : { again: t`Passphrases do not match` };
}

/** The words are loaded when somebody wants them. */
async function madeUp(): Promise<string> {
  const { wordlist } = await import('@scure/bip39/wordlists/english.js');
  const random32 = () => crypto.getRandomValues(new Uint32Array(1))[0] as number;
  return makePassphrase(wordlist, belowFrom(random32));
}
