/** After a restore without a newer list of erasures: each family's members in the copy. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Output } from '#contract/endpoint.ts';
import { backupCare } from '#features/operator/backups/care/contract.ts';
import { dayText, momentText } from '#web/dates.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import './backups.css';

type Unchecked = NonNullable<Output<typeof backupCare.read>['unchecked']>;
type Family = Unchecked['families'][number];
type Gone = { kind: 'family' | 'book' | 'person'; id: string; ofFamily: string; name: string };

export function CheckRestore({ copiedAt, families, count }: Unchecked) {
  const [gone, setGone] = useState<Gone>();
  const erase = useCall(backupCare.eraseAgain, {
    onDone: () => setGone(undefined),
    onFail: () => setGone(undefined),
  });
  const open = useCall(backupCare.open);
  const at = momentText(copiedAt, undefined);
  return (
    <Card tone="blue" className="grid gap-3" aria-labelledby="backups-check">
      <h2 id="backups-check">{t`Check who is in each family`}</h2>
      <p>
        {t`This server was restored from a backup made on ${at}. Anyone who left or was erased after that is back. Take them out again, then open the server. Until then, only you can sign in.`}
      </p>
      {families.map((family) => (
        <FamilyRow key={family.id} family={family} onGone={setGone} />
      ))}
      {count > families.length && (
        <p className="sub">{t`These are the newest ${families.length} of ${count} families.`}</p>
      )}
      <CallFailure error={erase.error} fallback={t`That couldn’t be erased just now.`} />
      <CallFailure error={open.error} fallback={t`The server couldn’t be opened just now.`} />
      <Button className="justify-self-start" busy={open.isPending} onClick={() => open.run({})}>
        {t`All correct: open the server`}
      </Button>
      {gone && (
        <ConfirmDialog
          open
          danger
          title={goneTitle(gone)}
          confirmLabel={gone.kind === 'person' ? t`Take out` : t`Erase`}
          busy={erase.isPending}
          onConfirm={() => erase.run({ kind: gone.kind, id: gone.id, ofFamily: gone.ofFamily })}
          onCancel={() => setGone(undefined)}
        >
          {t`This can’t be undone. Only do it if it was done before the restore.`}
        </ConfirmDialog>
      )}
    </Card>
  );
}

function goneTitle({ kind, name }: Gone): string {
  if (kind === 'family') return t`Erase this family and all its books?`;
  return kind === 'book' ? t`Erase the book of ${name}?` : t`Take ${name} out of this family?`;
}

function FamilyRow({ family, onGone }: { family: Family; onGone: (gone: Gone) => void }) {
  const { id: ofFamily, createdAt, adults, children } = family;
  const rows: Gone[] = [
    ...adults.map((one) => ({ kind: 'person' as const, id: one.id, ofFamily, name: one.email })),
    ...children.map((one) => ({ kind: 'book' as const, id: one.id, ofFamily, name: one.name })),
  ];
  const since = dayText(createdAt, undefined);
  return (
    <section className="check-family">
      <div className="spread gap-2">
        <h3>{t`Family since ${since}`}</h3>
        <Button
          look="quiet"
          small
          onClick={() => onGone({ kind: 'family', id: ofFamily, ofFamily, name: '' })}
        >
          {t`Erase the family`}
        </Button>
      </div>
      <ul className="grid gap-2">
        {rows.map((row) => (
          <li key={row.id} className="spread gap-2">
            <span className="break-words">{row.name}</span>
            <Button
              look="quiet"
              small
              aria-label={row.kind === 'person' ? t`Take out ${row.name}` : t`Erase ${row.name}`}
              onClick={() => onGone(row)}
            >
              {row.kind === 'person' ? t`Take out` : t`Erase`}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
