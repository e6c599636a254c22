/** What each feature erases with a child's closed book. */
import { requestEraser } from '#features/approvals/store.ts';
import { eraseCopiesAbout } from '#features/changes/store.ts';
import type { Eraser } from '#features/children/closing.ts';
import { goalEraser } from '#features/goals/closing.ts';
import { importEraser } from '#features/imports/store.ts';
import { progressEraser } from '#features/lessons/store.ts';
import { lightningEraser } from '#features/lightning/eraser.ts';
import { paymentEraser } from '#features/payments/store.ts';
import { historyEraser } from '#features/privacy/history.ts';
import { walletEraser } from '#features/wallet/deposits/store.ts';

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
