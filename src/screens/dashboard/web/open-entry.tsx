/** The open line, and the correction if the line itself stays. */
import { Suspense, useState } from 'react';
import { type Details, PARENT_TYPES } from '#features/book/transactions/contract.ts';
import { EntryDialog } from '#features/book/transactions/web/entry-dialog.tsx';
import type { Child } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { amountOf } from '#web/ui/amount.ts';
import type { Reader } from './use-reader.ts';

const AddTransactionDialog = lazyPart(
  async () =>
    (await import('#features/book/transactions/web/add-transaction-dialog.tsx'))
      .AddTransactionDialog,
);
const load = () => import('#features/pocket/balances/web/balance-dialogs.tsx');
const UpdateSavingsDialog = lazyPart(async () => (await load()).UpdateSavingsDialog);
const LightningBalanceDialog = lazyPart(async () => (await load()).LightningBalanceDialog);
const GiveMark = lazyPart(
  async () => (await import('#features/pocket/goals/web/reached/give-mark.tsx')).GiveMark,
);

export interface OpenEntryProps {
  id: string | undefined;
  reader: Reader;
  onOpen: (id: string) => void;
  onClose: () => void;
}

export function OpenEntry({ id, reader, onOpen, onClose }: OpenEntryProps) {
  const [wrong, setWrong] = useState<Details>();
  const child = reader.children.find((one) => one.id === wrong?.entry.childId);
  if (wrong && child)
    return <Correction wrong={wrong} child={child} onClose={() => setWrong(undefined)} />;
  if (!id) return null;
  return (
    <EntryDialog
      key={id}
      id={id}
      timeZone={reader.timeZone}
      mayChange={!reader.isChild}
      praise={(entryId) => (
        <Suspense fallback={null}>
          <GiveMark id={entryId} to="line" />
        </Suspense>
      )}
      onCorrect={(details) => {
        onClose();
        setWrong(details);
      }}
      onOpen={onOpen}
      onClose={onClose}
    />
  );
}

interface CorrectionProps {
  wrong: Details;
  child: Child;
  onClose: () => void;
}

/**
 * A reversed line is written again; for a line that stays, sets the balance to its value without
 * the line.
 */
function Correction({ wrong, child, onClose }: CorrectionProps) {
  const { undoneBy, type, amount, description } = wrong.entry;
  const again = PARENT_TYPES.find((one) => one === type);
  if (undoneBy && again)
    return (
      <Suspense fallback={null}>
        <AddTransactionDialog
          child={child}
          initial={{ type: again, amount: amountOf(satsOf(amount.replace('-', ''))), description }}
          onClose={onClose}
        />
      </Suspense>
    );
  const change = wrong.changes.find(({ kind }) => kind !== 'goal');
  const isSavings = change?.kind === 'savings';
  const balance = satsOf(isSavings ? child.savingsBalance : child.spendingBalance);
  const without = balance - satsOf(change?.change ?? '0');
  const suggestedSats = without >= 0n ? without : 0n;
  const Dialog = isSavings ? UpdateSavingsDialog : LightningBalanceDialog;
  return (
    <Suspense fallback={null}>
      <Dialog child={child} suggestedSats={suggestedSats} onClose={onClose} />
    </Suspense>
  );
}
