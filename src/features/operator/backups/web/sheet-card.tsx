/**
 * The restore sheet: shown to operators after a new sign-in, printed, and proven to be on paper.
 */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Output } from '#contract/endpoint.ts';
import { backupCare } from '#features/operator/backups/care/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { useCall } from '#web/query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { Form } from '#web/ui/form.tsx';
import { PrintedSheet } from '#web/ui/printed-sheet.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import './backups.css';

type Sheet = Output<typeof backupCare.showSheet>;

export function SheetCard({ isKept }: { isKept: boolean }) {
  const [sheet, setSheet] = useState<Sheet>();
  const show = useCall(backupCare.showSheet, { onDone: setSheet });
  return (
    <Card className="grid gap-4" aria-labelledby="backups-sheet">
      <h2 id="backups-sheet">{t`Restore sheet`}</h2>
      <p className="sub">
        {t`If you lose this machine, a backup and this sheet bring everything back on another one. Keep it on paper, away from the machine and the backups.`}
      </p>
      {sheet ? (
        <Shown sheet={sheet} onKept={() => setSheet(undefined)} />
      ) : (
        <>
          {isKept && <p>{t`You have it on paper.`}</p>}
          <CallFailure error={show.error} fallback={t`The sheet couldn’t be shown just now.`} />
          <Button
            look="alt"
            className="justify-self-start"
            busy={show.isPending}
            onClick={() => show.run({})}
          >
            {t`Show the sheet`}
          </Button>
        </>
      )}
    </Card>
  );
}

function Shown({ sheet, onKept }: { sheet: Sheet; onKept: () => void }) {
  return (
    <>
      <Banner tone="warn" title={t`Anyone with this sheet and a backup can read everyone’s books`}>
        {t`We’ve told everyone who runs this server that you looked at it.`}
      </Banner>
      <SheetBody sheet={sheet} />
      <Button look="alt" className="justify-self-start" onClick={() => window.print()}>
        {t`Print`}
      </Button>
      <PrintedSheet>
        <h1>{t`Satling restore sheet`}</h1>
        <p>
          {t`Install Satling on a new machine, open the address it shows you, and choose “Restore a backup instead”.`}
        </p>
        <SheetBody sheet={sheet} />
      </PrintedSheet>
      <AskBack asked={sheet.asked} onKept={onKept} />
    </>
  );
}

function SheetBody({ sheet: { text, words, openingWords } }: { sheet: Sheet }) {
  return (
    <div className="sheet-body">
      <QrCode text={text} label={t`Restore sheet as a QR code`} />
      <ol className="sheet-words mono">
        {words.map((word, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: words repeat, and never change places
          <li key={at}>{word}</li>
        ))}
      </ol>
      <p>
        {openingWords === null ? (
          t`No passphrase: these backups aren’t encrypted.`
        ) : (
          <>
            {t`Passphrase of the backups:`} <span className="mono">{openingWords}</span>
          </>
        )}
      </p>
    </div>
  );
}

function AskBack({ asked, onKept }: { asked: readonly number[]; onKept: () => void }) {
  const [words, setWords] = useState<Readonly<Record<number, string>>>({});
  const keep = useFormCall(backupCare.keepSheet, {
    failed: t`This could not be saved just now.`,
    fields: [],
    onDone: onKept,
  });
  return (
    <Form
      onSubmit={() => keep.submit({ words: asked.map((at) => ({ at, word: words[at] ?? '' })) })}
      errors={keep.errors}
      actions={<Button type="submit" busy={keep.busy}>{t`I have it on paper`}</Button>}
    >
      <p>{t`Now type these three words from your paper:`}</p>
      {asked.map((at) => (
        <TextField
          key={at}
          name={`word-${at}`}
          label={t`Word ${at}`}
          mono
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={words[at] ?? ''}
          onChange={(word) => setWords({ ...words, [at]: word })}
        />
      ))}
    </Form>
  );
}
