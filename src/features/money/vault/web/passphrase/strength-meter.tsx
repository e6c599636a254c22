/**
 * A passphrase's strength: five bars, and advice on making it stronger, unless the field's error
 * already gives it.
 */
import { t } from '@lingui/core/macro';
import { type PassphraseStrength, passphraseStrength } from '#core/vault/passphrase.ts';
import { useField } from '#web/ui/form.tsx';
import { adviceText } from '../words.ts';
import '../vault.css';

const BARS = [1, 2, 3, 4, 5];

export function StrengthMeter({ passphrase }: { passphrase: string }) {
  const strength = passphraseStrength(passphrase);
  const { error } = useField('passphrase');
  const { score, isValid, feedback } = strength;
  return (
    <div className="strength" aria-live="polite">
      <div className="strength-bars" role="img" aria-label={t`Strength: ${score} of 5`}>
        {BARS.map((bar) => (
          <span key={bar} className={bar <= score ? colourOf(strength) : undefined} />
        ))}
      </div>
      {error === undefined && (
        <p className="field-hint">
          {isValid ? t`Strong enough.` : feedback.map(adviceText).join(' · ')}
        </p>
      )}
    </div>
  );
}

/** An easily guessed one is red at any score. */
function colourOf({ score, feedback }: PassphraseStrength): string {
  if (score < 3 || feedback.includes('TOO_COMMON')) return 'bar-red';
  return score === 3 ? 'bar-yellow' : 'bar-green';
}
