/** Names of the wallets, their files and the outcomes of rows. */
import { t } from '@lingui/core/macro';
import type { ImportPreview, ImportRow } from '#features/book/imports/contract.ts';

export function walletName(wallet: ImportPreview['wallet']): string {
  switch (wallet) {
    case 'alby-account':
      return t`Alby account`;
    case 'alby-hub':
      return 'Alby Hub';
    case 'phoenix':
      return 'Phoenix';
    case 'phoenixd':
      return 'phoenixd';
    case 'breez':
      return 'Breez';
    case 'misty-breez':
      return 'Misty Breez';
    case 'zeus':
      return 'Zeus';
    case 'coinos':
      return 'CoinOS';
  }
}

export function stateText({ state, reason }: ImportRow): string {
  switch (state) {
    case 'new':
      return t`New`;
    case 'matched':
      return t`In the book already`;
    case 'history':
      return t`Before the correction`;
    case 'duplicate':
      return t`Imported before`;
    case 'skipped':
      return t`Skipped: ${reason ?? ''}`;
    case 'question':
      return t`Needs an answer`;
  }
}

/** How to export each wallet's file. */
export const howTo = (): readonly { wallet: string; steps: string }[] => [
  { wallet: 'Alby', steps: t`Alby Hub: Transactions, the menu with three dots, Export CSV.` },
  { wallet: 'Phoenix', steps: t`Settings, Payment history, Export, then share the file.` },
  { wallet: 'Breez', steps: t`Transactions, the filter row, the menu, Export.` },
  {
    wallet: 'Zeus',
    steps: t`Activity, the export icon, then invoices, payments or on-chain. Each is a separate file; import all three.`,
  },
  { wallet: 'CoinOS', steps: t`Payments, choose the period “All”, then the download icon.` },
];

/** The button's label; without a number while nothing can be imported yet. */
export function importText(count: number | undefined, asks: boolean): string {
  if (asks) return t`Ask to import`;
  if (!count) return t`Import`;
  return count === 1 ? t`Import 1 row` : t`Import ${count} rows`;
}
