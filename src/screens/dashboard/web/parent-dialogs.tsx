/** The dialogs of the parents' screen, loaded on first use. */
import { Suspense } from 'react';
import { lazyPart } from '#web/lazy-part.ts';
import type { FamilyBook } from './calls.ts';
import type { Setting } from './child-dialogs.tsx';

export type OpenDialog =
  | { kind: 'add-child' }
  | { kind: 'several' }
  | { kind: 'setting'; setting: Setting; id: string }
  | { kind: OfChild; id: string };

/** `savings` and `lightning` set a book's balance; the last two open the child's wallets. */
type OfChild =
  | 'transaction'
  | 'hand-over'
  | 'import'
  | 'savings'
  | 'lightning'
  | 'open-wallet'
  | 'open-lightning';

const AddChildDialog = lazyPart(
  async () => (await import('#features/people/children/web/add-child-dialog.tsx')).AddChildDialog,
);
const ChildSetting = lazyPart(async () => (await import('./child-dialogs.tsx')).ChildSetting);
const HandOverDialog = lazyPart(
  async () => (await import('#features/people/handover/web/hand-over-dialog.tsx')).HandOverDialog,
);
const AddTransactionDialog = lazyPart(
  async () =>
    (await import('#features/book/transactions/web/add-transaction-dialog.tsx'))
      .AddTransactionDialog,
);

const ImportDialog = lazyPart(
  async () => (await import('#features/book/imports/web/import-dialog.tsx')).ImportDialog,
);

const PaySeveralDialog = lazyPart(
  async () =>
    (await import('#features/book/transactions/web/pay-several-dialog.tsx')).PaySeveralDialog,
);
const balanceDialogs = () => import('#features/pocket/balances/web/balance-dialogs.tsx');
const UpdateSavingsDialog = lazyPart(async () => (await balanceDialogs()).UpdateSavingsDialog);
const LightningBalanceDialog = lazyPart(
  async () => (await balanceDialogs()).LightningBalanceDialog,
);

const ChildWalletDialog = lazyPart(
  async () =>
    (await import('#features/money/wallet/web/children/child-wallet-dialog.tsx')).ChildWalletDialog,
);
const LightningDialog = lazyPart(
  async () => (await import('#features/money/lightning/web/lightning-dialog.tsx')).LightningDialog,
);

interface ParentDialogsProps {
  dialog: OpenDialog | undefined;
  book: FamilyBook;
  onClose: () => void;
}

export function ParentDialogs({ dialog, ...rest }: ParentDialogsProps) {
  return <Suspense fallback={null}>{dialog && <Opened dialog={dialog} {...rest} />}</Suspense>;
}

function Opened({ dialog, book, onClose }: ParentDialogsProps & { dialog: OpenDialog }) {
  const { family, children } = book;
  if (dialog.kind === 'add-child')
    return <AddChildDialog slot={nextSlot(children)} onClose={onClose} />;
  if (dialog.kind === 'several') return <PaySeveralDialog books={children} onClose={onClose} />;
  const { id } = dialog;
  const child = children.find((one) => one.id === id);
  if (!child) return null;
  const one = { child, onClose };
  if (dialog.kind === 'hand-over') return <HandOverDialog {...one} />;
  if (dialog.kind === 'import') return <ImportDialog {...one} timeZone={family.timeZone} />;
  if (dialog.kind === 'savings') return <UpdateSavingsDialog {...one} />;
  if (dialog.kind === 'lightning') return <LightningBalanceDialog {...one} />;
  if (dialog.kind === 'open-wallet') return <ChildWalletDialog {...one} isChild={false} />;
  if (dialog.kind === 'open-lightning') return <LightningDialog {...one} isChild={false} />;
  if (dialog.kind === 'setting')
    return <ChildSetting {...one} setting={dialog.setting} family={family} />;
  return <AddTransactionDialog {...one} />;
}

/** The color after all others. */
const nextSlot = (children: FamilyBook['children']) =>
  Math.max(-1, ...children.map(({ slot }) => slot)) + 1;
