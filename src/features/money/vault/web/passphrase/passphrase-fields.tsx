/** A new passphrase: typed twice or generated, with its strength. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import {
  belowFrom,
  LONGEST_PASSPHRASE,
  makePassphrase,
  passphraseStrength,
  SHORTEST_PASSPHRASE,
} from '#core/vault/passphrase.ts';
import { Button } from '#web/ui/button.tsx';
import { type FormErrors, useAnswer } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { adviceText } from '../words.ts';
import { StrengthMeter } from './strength-meter.tsx';

export type NewPassphrase = ReturnType<typeof useNewPassphrase>;

export function useNewPassphrase() {
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [isShown, show] = useState(false);
  return {
    passphrase,
    setPassphrase,
    again,
    setAgain,
    isShown,
    show,
    /** Empty if it is acceptable. */
    problems: (): FormErrors => problemsOf(passphrase, again),
    async generate() {
      const made = await newPassphrase();
      setPassphrase(made);
      setAgain(made);
      show(true);
    },
  };
}

export function PassphraseFields({ input }: { input: NewPassphrase }) {
  const { passphrase, setPassphrase, again, setAgain, isShown, show, generate } = input;
  const answer = useAnswer();
  // A change to one field may make the other valid.
  const changed = () => answer('passphrase', 'again');
  const common = {
    type: isShown ? 'text' : 'password',
    autoComplete: 'new-password',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: LONGEST_PASSPHRASE,
  } as const;
  return (
    <>
      <div className="form-actions">
        <Button
          look="alt"
          small
          onClick={() => void generate().then(changed)}
        >{t`Make one up for me`}</Button>
        <Button look="quiet" small aria-pressed={isShown} onClick={() => show(!isShown)}>
          {isShown ? t`Hide` : t`Show`}
        </Button>
      </div>
      <TextField
        {...common}
        name="passphrase"
        label={t`Passphrase`}
        value={passphrase}
        onChange={(text) => {
          setPassphrase(text);
          changed();
        }}
      />
      {passphrase !== '' && <StrengthMeter passphrase={passphrase} />}
      <TextField
        {...common}
        name="again"
        label={t`The same passphrase again`}
        value={again}
        onChange={(text) => {
          setAgain(text);
          changed();
        }}
      />
    </>
  );
}

function problemsOf(passphrase: string, again: string): FormErrors {
  if (passphrase === '') return { passphrase: t`Please enter your passphrase` };
  if (passphrase.length < SHORTEST_PASSPHRASE)
    return { passphrase: t`At least ${SHORTEST_PASSPHRASE} characters` };
  const { isValid, feedback } = passphraseStrength(passphrase);
  if (!isValid) return { passphrase: feedback.map(adviceText).join(' · ') };
  return passphrase === again ? {} : { again: t`Passphrases do not match` };
}

/** The word list is loaded on demand. */
export async function newPassphrase(): Promise<string> {
  const { wordlist } = await import('@scure/bip39/wordlists/english.js');
  const random32 = () => crypto.getRandomValues(new Uint32Array(1))[0] as number;
  return makePassphrase(wordlist, belowFrom(random32));
}
