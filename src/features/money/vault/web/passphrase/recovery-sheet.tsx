/** A passphrase on paper: the browser prints it while this is in a dialog. */
import { t } from '@lingui/core/macro';
import { isMadeUp } from '#core/vault/passphrase.ts';
import { Button } from '#web/ui/button.tsx';
import { PrintedSheet } from '#web/ui/printed-sheet.tsx';

export function PrintButton() {
  return (
    <Button look="alt" small onClick={() => window.print()}>
      {t`Print a recovery sheet`}
    </Button>
  );
}

/** A generated passphrase is printed word by word, with numbers. */
export function RecoverySheet({ passphrase }: { passphrase: string }) {
  return (
    <PrintedSheet>
      <h1>{t`Satling recovery sheet`}</h1>
      <p>{t`This passphrase opens your family’s encrypted wallet at ${location.host}.`}</p>
      {isMadeUp(passphrase) ? (
        <>
          <p>{t`Type these words in this order, with hyphens between them:`}</p>
          <ol>
            {passphrase.split('-').map((word, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a word may stand there twice
              <li key={place} className="mono">
                {word}
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p className="mono">{passphrase}</p>
      )}
      <p>{t`Keep it with your important papers, and not beside a computer. Nobody can reset it: if it is lost, you connect the wallet again, and your children’s books stay.`}</p>
    </PrintedSheet>
  );
}
