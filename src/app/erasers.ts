/** The erasers of all features, for a child's closed book. */
import { requestEraser } from '#features/book/approvals/store.ts';
import { eraseCopiesAbout } from '#features/book/changes/store.ts';
import { importEraser } from '#features/book/imports/store.ts';
import { paymentEraser } from '#features/book/payments/store.ts';
import { historyEraser } from '#features/book/privacy/history.ts';
import { progressEraser } from '#features/learn/lessons/store.ts';
import { lightningEraser } from '#features/money/lightning/eraser.ts';
import { walletEraser } from '#features/money/wallet/deposits/store.ts';
import type { Eraser } from '#features/people/children/closing.ts';
import { goalEraser } from '#features/pocket/goals/closing.ts';

export const erasers: readonly Eraser[] = [
  goalEraser,
  requestEraser,
  importEraser,
  progressEraser,
  historyEraser,
  walletEraser,
  paymentEraser,
  lightningEraser,
  { erase: ({ tx, familyId, childId }) => eraseCopiesAbout(tx, familyId, childId) },
];
