/**
 * In the dialogs about wallets, imports and single entries: every amount in bitcoin comes with the
 * same amount in sats (as in btc-beside-sats.test.tsx).
 */
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { LightningPanel } from '#features/money/lightning/web/lightning-panel.tsx';
import { ChildWalletPanel } from '#features/money/wallet/web/children/child-wallet-panel.tsx';
import { CoveragePage } from '#features/money/wallet/web/coverage/coverage-page.tsx';
import { WalletCard } from '#features/money/wallet/web/watched/wallet-card.tsx';
import { ActivityPage } from '#screens/activity/web/activity-page.tsx';
import { bitcoinAlone } from '#tests/web/bitcoin.ts';
import { stubWorkers } from '#tests/web/bitcoin-worker.ts';
import { openChildPage, press } from '#tests/web/family.tsx';
import { aChild, aDashboard, anEntry, MIA } from '#tests/web/replies.ts';
import { hintSignedIn, type Reply, serve, show } from '#tests/web/support.tsx';
import { aChildWallet, aCoverage, aDeposit, anInfo, aSend } from '#tests/web/wallet.ts';
import { unitChoice } from '#web/ui/unit-choice.ts';

beforeEach(() => {
  unitChoice.set(undefined);
  stubWorkers();
});

const AT = '2026-11-14T12:00:00.000Z';
/** Three hundredths of a bitcoin: large enough for a question, and for bitcoin units. */
const LARGE = '0.03000000';
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

function expectSats() {
  expect(document.body.textContent).toMatch(/\d sats/);
  expect(bitcoinAlone()).toEqual([]);
}

test('the finder of bitcoin without sats finds it (PLAT-07)', () => {
  document.body.innerHTML = '<div><p><span>0.03 BTC</span></p></div>';
  expect(bitcoinAlone()).toEqual(['0.03 BTC']);
  document.body.innerHTML = '<div><p><span>0.03 BTC</span></p> 3,000,000 sats</div>';
  expect(bitcoinAlone()).toEqual([]);
  document.body.replaceChildren();
});

test('no bitcoin is shown without sats in a child’s Bitcoin wallet, even while typing a send (PLAT-07)', async () => {
  serve({
    [`GET /api/wallet/coverage/${MIA}`]: [200, { sentence: 'parents_keep', checkedAt: null }],
    [`POST /api/wallet/create/${MIA}`]: [200, aChildWallet()],
    [`GET /api/wallet/balances/${MIA}`]: [
      200,
      { savingsBalance: 0.03, spendingBalance: 0.01, pendingBalance: 0.02, checkedAt: AT },
    ],
    'GET /api/bitcoin/sends': [200, [aSend({ childId: MIA, amount: LARGE })]],
  });
  show(<ChildWalletPanel child={{ id: MIA, name: 'Mia' }} isChild={false} />);
  press('Open the wallet');
  await screen.findByText(/^On-chain savings/);
  await screen.findByText('Send Bitcoin');
  type('Amount', '3000000');
  expectSats();
  fireEvent.click((await screen.findAllByRole('button', { name: 'Pay' }))[0] as HTMLElement);
  expectSats();
});

test('no bitcoin is shown without sats in the family’s wallet, its deposits and its coverage (PLAT-07)', async () => {
  serve({
    'GET /api/wallet/family-info': [200, anInfo({ balance: LARGE, pendingBalance: LARGE })],
    'GET /api/wallet/coverage': [200, aCoverage({ state: 'short', shortBy: LARGE })],
    'GET /api/wallet/deposits': [200, [aDeposit({ amount: LARGE })]],
    'GET /api/children': [200, [aChild()]],
  });
  show(
    <>
      <WalletCard height="12rem" encrypted={() => null} />
      <CoveragePage />
    </>,
  );
  await screen.findByText('Connected');
  await screen.findByText('Missing');
  expectSats();
});

test('no bitcoin is shown without sats in any tab of Lightning (PLAT-07)', async () => {
  serve({
    [`GET /api/lightning/children/${MIA}`]: [
      200,
      {
        ...{ lightningConfigured: true, canReceive: true, canPay: true, leftToday: 3_000_000 },
        receivesInBrowser: false,
        paysInBrowser: false,
        ...{ parentAddress: null, hasOwnWallet: false },
      },
    ],
    'POST /api/lightning/decode': [
      200,
      {
        ...{ tokens: 3_000_000, description: 'A tent', destination: '02node', feeLimit: 900 },
        ...{ timeExpire: 1_800_000_000, paymentHash: 'ab'.repeat(32) },
      },
    ],
  });
  show(<LightningPanel child={{ id: MIA, name: 'Mia' }} isChild={false} />);
  press('Open Lightning');
  for (const tab of await screen.findAllByRole('tab')) {
    fireEvent.click(tab);
    const panel = within(screen.getByRole('tabpanel'));
    for (const field of panel.queryAllByLabelText(/^Amount/))
      fireEvent.change(field, { target: { value: '3000000' } });
    expect(bitcoinAlone(), tab.textContent ?? '').toEqual([]);
  }
  fireEvent.click(screen.getByRole('tab', { name: 'Send' }));
  type('Invoice or Lightning address', 'lntb30m');
  press('Check');
  press(await nameOf(/^Pay 3,000,000 sats/));
  await screen.findByRole('alertdialog', { name: 'Pay this invoice?' });
  expectSats();
});

const nameOf = async (name: RegExp) =>
  (await screen.findByRole('button', { name })).textContent as string;

test('no bitcoin is shown without sats in the preview of an import (PLAT-07)', async () => {
  await openChildPage(
    {},
    {
      [`GET /api/children/${MIA}/imports`]: [],
      'POST /api/transactions/import-csv/preview': PREVIEW,
    },
  );
  press(/^Import CSV/);
  await screen.findByRole('dialog', { name: 'Import CSV Transactions' });
  const file = new File(['date,id'], 'phoenix.csv');
  fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: [file] } });
  await screen.findByText('Lemonade');
  expectSats();
});

const ROW = {
  ...{ row: 2, state: 'new', reason: null, amount: LARGE, fee: '0.00000100', at: AT },
  ...{ description: 'Lemonade', asks: [], entry: null },
};
const PREVIEW = {
  ...{ wallet: 'phoenix', format: 'phoenix>=2.5.0', confidence: 'certain', imported: 1 },
  ...{ skipped: 0, matched: 0, history: 0, rows: [ROW], questions: 0, dateOrder: null },
  ...{ timeZone: null, opening: LARGE, spendingAfter: LARGE, correctedAt: null, inOtherBooks: 0 },
};

test('no bitcoin is shown without sats in the details of an entry (PLAT-07)', async () => {
  const entry = anEntry({ description: 'A tent', amount: LARGE });
  const details = {
    ...{ entry, pair: null, recordedAt: AT, madeBy: 'Anna', askedBy: null, payments: [] },
    ...{ undoUntil: AT, undoObstacle: null, payable: true },
    changes: [{ kind: 'savings', childName: 'Mia', change: LARGE }],
  };
  const found = {
    ...{ next: null, searchedTo: null, broughtForward: null, account: null },
    entries: [{ ...entry, change: LARGE, balanceAfter: LARGE }],
  };
  const { user, family } = aDashboard();
  hintSignedIn(true);
  history.replaceState(null, '', `/activity?entry=${entry.id}`);
  serve({
    'GET /api/auth/user': [200, user],
    'GET /api/family': [200, family],
    'GET /api/children': [200, [aChild()]],
    'GET /api/accounts': [200, []],
    'GET /api/transactions': [200, found] satisfies Reply,
    [`GET /api/transactions/${entry.id}`]: [200, details],
  });
  show(<ActivityPage />);
  await within(await screen.findByRole('dialog')).findByText('Added by');
  expectSats();
});
