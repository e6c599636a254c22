/** The passphrase that the setup generates: shown once, and ticked off before continuing. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { newPassphrase } from './passphrase-fields.tsx';
import '../vault.css';

export type ShownPassphraseState = ReturnType<typeof useShownPassphrase>;

export function useShownPassphrase() {
  const [passphrase, setPassphrase] = useState('');
  const [isNoted, note] = useState(false);
  const [isAsked, ask] = useState(false);
  return {
    passphrase,
    isNoted,
    note,
    /** A person tried to continue without the tick. */
    isMissed: isAsked && !isNoted,
    /** True while there is no passphrase, or it isn't written down yet. */
    holds(): boolean {
      if (passphrase === '') void newPassphrase().then(setPassphrase);
      else if (!isNoted) ask(true);
      return passphrase === '' || !isNoted;
    },
  };
}

export function ShownPassphrase({ shown }: { shown: ShownPassphraseState }) {
  const { passphrase, isNoted, note, isMissed } = shown;
  if (passphrase === '') return null;
  return (
    <div className="grid gap-3">
      <p aria-live="polite">
        {t`Write it on paper. We cannot read it and cannot reset it. If it is lost, you can add your wallet again; your children’s books stay.`}
      </p>
      <p className="kept-words mono">{passphrase}</p>
      <CopyButton text={passphrase} label={t`Copy the passphrase`} className="justify-self-start" />
      <label className="choice">
        <input
          type="checkbox"
          checked={isNoted}
          aria-invalid={isMissed || undefined}
          onChange={(event) => note(event.target.checked)}
        />
        <span>{t`I have written it down`}</span>
      </label>
      {isMissed && (
        <p className="field-error" role="alert">
          {t`Please write the passphrase down and tick this first.`}
        </p>
      )}
    </div>
  );
}
