/** The dialogs of a child's own book, loaded on first use. */
import { Suspense } from 'react';
import type { Child } from '#features/people/children/contract.ts';
import type { Band } from '#features/people/children/rules.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { useUser } from './calls.ts';
import { usePayTo } from './use-pay-to.ts';

const ImportDialog = lazyPart(
  async () => (await import('#features/book/imports/web/import-dialog.tsx')).ImportDialog,
);

export type OwnDialog = 'ask' | 'add' | 'import' | 'face' | 'pay' | 'sapling';

const AskSavingsDialog = lazyPart(
  async () =>
    (await import('#features/book/approvals/web/ask-savings-dialog.tsx')).AskSavingsDialog,
);
const ChildTransactionDialog = lazyPart(
  async () =>
    (await import('#features/book/transactions/web/child-transaction-dialog.tsx'))
      .ChildTransactionDialog,
);

const FaceDialog = lazyPart(
  async () => (await import('#features/people/children/web/face-picker.tsx')).FaceDialog,
);

const LightningDialog = lazyPart(
  async () => (await import('#features/money/lightning/web/lightning-dialog.tsx')).LightningDialog,
);
const SaplingDialog = lazyPart(
  async () => (await import('#features/pocket/growth/web/sapling-card.tsx')).SaplingDialog,
);

interface OwnDialogsProps {
  dialog: OwnDialog | undefined;
  child: Child;
  band: Band;
  timeZone: string | undefined;
  onClose: () => void;
}

export function OwnDialogs({ dialog, timeZone, ...rest }: OwnDialogsProps) {
  const payTo = usePayTo(rest.child.id, dialog === 'add');
  const asks = useUser()?.role === 'child';
  return (
    <Suspense fallback={null}>
      {dialog === 'ask' && <AskSavingsDialog {...rest} />}
      {dialog === 'add' && <ChildTransactionDialog asks={asks} payTo={payTo} {...rest} />}
      {dialog === 'face' && <FaceDialog child={rest.child} onClose={rest.onClose} />}
      {dialog === 'pay' && <LightningDialog isChild={asks} {...rest} />}
      {dialog === 'sapling' && <SaplingDialog childId={rest.child.id} onClose={rest.onClose} />}
      {dialog === 'import' && (
        <ImportDialog child={rest.child} timeZone={timeZone} asks={asks} onClose={rest.onClose} />
      )}
    </Suspense>
  );
}
