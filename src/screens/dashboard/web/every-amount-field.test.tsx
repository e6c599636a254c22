/**
 * Every amount field of the product, found by its component: "2000", as typed by a newcomer, books
 * 2,000 sats. A new field fails here until it has a walk.
 */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { basename } from 'node:path';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AskSavingsDialog } from '#features/book/approvals/web/ask-savings-dialog.tsx';
import { LessForm } from '#features/book/approvals/web/less-form.tsx';
import { AddTransactionDialog } from '#features/book/transactions/web/add-transaction-dialog.tsx';
import { ChildTransactionDialog } from '#features/book/transactions/web/child-transaction-dialog.tsx';
import { PaySeveralDialog } from '#features/book/transactions/web/pay-several-dialog.tsx';
import { FamilyStep } from '#features/household/family/web/setup/family-step.tsx';
import { CeilingCard } from '#features/money/ceiling/web/ceiling-card.tsx';
import { SendTab } from '#features/money/lightning/web/pay/send-tab.tsx';
import { TransferTab } from '#features/money/lightning/web/pay/transfer-tab.tsx';
import { PayLimit } from '#features/money/lightning/web/pay-limit-form.tsx';
import { ReceiveTab } from '#features/money/lightning/web/receive/receive-tab.tsx';
import { SubWalletForm } from '#features/money/lightning/web/sub-wallets/sub-wallet-form.tsx';
import { SendForm } from '#features/money/wallet/web/send/send-form.tsx';
import { AddChildDialog } from '#features/people/children/web/add-child-dialog.tsx';
import { LimitForm } from '#features/people/children/web/limit-form.tsx';
import { AllowanceForm } from '#features/pocket/allowances/web/allowance-form.tsx';
import {
  LightningBalanceDialog,
  UpdateSavingsDialog,
} from '#features/pocket/balances/web/balance-dialogs.tsx';
import { ContributeForm } from '#features/pocket/goals/web/board/contribute-form.tsx';
import { GoalFormDialog } from '#features/pocket/goals/web/form/goal-form-dialog.tsx';
import { viewGoals } from '#features/pocket/goals/web/view-goal.ts';
import { stubWorkers } from '#tests/web/bitcoin-worker.ts';
import { press, type } from '#tests/web/family.tsx';
import { aGoal } from '#tests/web/goals.ts';
import { aChild, LEO, leo, MIA } from '#tests/web/replies.ts';
import { fakeApi, type Reply, refusal, type Sent, show } from '#tests/web/support.tsx';
import { SIXTH } from '#tests/web/wallet.ts';

const ignore = () => undefined;
/** The text for each field, and whether the form may accept it. */
let typed = '2000';
const fill = (fields: Record<string, string>) =>
  void Object.entries(fields).map(([label, text]) => type(label, text));
const isFraction = () => typed !== '2000';
const child = aChild({ savingsBalance: '0.00142300', availableSavings: '0.00142300' });

/** By the field's file: opens a form, fills it in, presses, and returns the sent value. */
const WALKS: Record<string, readonly ((sent: Sent[]) => Promise<unknown>)[]> = {
  'agreed-fields.tsx': [
    async (sent) => {
      const euros = { currency: 'EUR', minor: 200, minorPerBtc: 6_100_000 };
      const agreedAllowance = { ...euros, most: '0.00005000', isPriceOld: false };
      show(<AllowanceForm child={{ ...child, agreedAllowance }} onSaved={() => undefined} />);
      type('At most', typed);
      await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Once saved'));
      const sentAgreed = await pressed(sent, 'Save allowance', 'agreed');
      return (sentAgreed as { most?: string } | undefined)?.most;
    },
  ],
  'allowance-form.tsx': [
    async (sent) => {
      show(<AllowanceForm child={child} onSaved={() => undefined} />);
      type('Weekly allowance', typed);
      if (!isFraction())
        await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Once saved'));
      return pressed(sent, 'Save allowance', 'weeklyAllowance');
    },
  ],
  'ask-savings-dialog.tsx': (['starter', 'explorer', 'young'] as const).map(
    (band) => async (sent) => {
      show(<AskSavingsDialog child={child} band={band} onClose={ignore} />);
      type(/^(How much\?|Amount)$/, typed);
      type(/^(What for\?|Why do you need it\?)$/, 'Boots');
      return pressed(sent, /^(Ask my grown-ups|Send request|Request withdrawal)$/, 'amount');
    },
  ),
  'less-form.tsx': [
    async () => {
      const approved: string[] = [];
      const onApprove = (amount: string) => void approved.push(amount);
      show(<LessForm mostSats={5_000n} busy={false} onApprove={onApprove} onBack={ignore} />);
      type('How much?', typed);
      press('Approve');
      return approved[0];
    },
  ],
  'balance-dialogs.tsx': [
    async (sent) => {
      show(<UpdateSavingsDialog child={child} onClose={ignore} />);
      type('New savings balance', typed);
      return pressed(sent, 'Set balance', 'newBalance');
    },
    async (sent) => {
      show(<LightningBalanceDialog child={child} onClose={ignore} />);
      type('New Lightning balance', typed);
      return inBtc(await pressed(sent, 'Set balance', 'newBalance'));
    },
  ],
  'new-child-line.tsx': [
    async (sent) => {
      show(<FamilyStep open={[]} encryption={{ isOn: false, part: null }} onDone={ignore} />);
      fill({ "Child's name": 'Zoe', Age: '9' });
      type(/^Weekly allowance, if you know/, typed);
      const added = await pressed(sent, 'Continue', 'children');
      return (added as { weeklyAllowance?: string }[] | undefined)?.[0]?.weeklyAllowance;
    },
  ],
  'ceiling-card.tsx': [
    async (sent) => {
      show(<CeilingCard />);
      await screen.findByRole('button', { name: 'Save limit' });
      type(/^Above this amount a day/, typed);
      return inBtc(await pressed(sent, 'Save limit', 'limit'));
    },
  ],
  'add-child-dialog.tsx': [
    async (sent) => {
      show(<AddChildDialog slot={0} onClose={ignore} />);
      fill({ Name: 'Zoë', Age: '9', 'Weekly allowance': typed });
      return pressed(sent, 'Open the book', 'weeklyAllowance');
    },
  ],
  'limit-form.tsx': [
    async (sent) => {
      show(<LimitForm child={child} />);
      type('Spending limit', typed);
      return pressed(sent, 'Save limit', 'threshold');
    },
  ],
  'contribute-form.tsx': [
    async (sent) => {
      const [view] = viewGoals([aGoal({ targetAmount: '0.01000000' })]);
      if (view) show(<ContributeForm onFull={() => undefined} view={view} kids={[child]} />);
      fill({ Amount: typed, 'Contribution type': 'gift' });
      return pressed(sent, 'Add Contribution', 'amount');
    },
  ],
  'goal-form-dialog.tsx': [
    async (sent) => {
      show(<GoalFormDialog today="2026-11-18" onClose={ignore} />);
      fill({ Title: 'Kite', 'Clear definition': 'A red one that flies', 'Target amount': typed });
      return pressed(sent, 'Create Goal', 'targetAmount');
    },
  ],
  'pay-limit-form.tsx': [
    async (sent) => {
      show(<PayLimit child={{ id: MIA, name: 'Mia' }} limit={0} />);
      type(/^Mia may pay in a day/, typed);
      return inBtc(await pressed(sent, 'Save limit', 'limit'));
    },
  ],
  'sub-wallet-form.tsx': [
    async (sent) => {
      show(<SubWalletForm kids={[{ id: MIA, name: 'Mia' }]} />);
      type(/^Budget for a month/, typed);
      return inBtc(await pressed(sent, 'Make the wallet', 'monthlyBudget'));
    },
  ],
  'invoice-fields.tsx': [
    async (sent) => {
      show(<ReceiveTab childId={MIA} />);
      type('Amount', typed);
      return inBtc(await pressed(sent, 'Create invoice', 'amount'));
    },
  ],
  'send-tab.tsx': [
    async (sent) => {
      show(<SendTab child={child} isChild={false} leftToday={0} paysInBrowser={false} />);
      fill({ 'Invoice or Lightning address': 'shop@example.com', Amount: typed });
      return inBtc(await pressed(sent, 'Check', 'amount'));
    },
  ],
  'transfer-tab.tsx': [
    async (sent) => {
      show(<TransferTab childId={MIA} isChild={false} />);
      type('Amount', typed);
      return pressed(sent, 'Transfer', 'amount');
    },
  ],
  'add-transaction-dialog.tsx': [
    async (sent) => {
      show(<AddTransactionDialog child={child} onClose={ignore} />);
      fill({ Amount: typed, Description: 'For the lawn' });
      return pressed(sent, 'Add line', 'amount');
    },
  ],
  'child-transaction-dialog.tsx': ['starter', 'explorer', 'young'].map((band) => async (sent) => {
    show(<ChildTransactionDialog child={child} band={band} asks payTo={null} onClose={ignore} />);
    fill({ Amount: typed, Description: 'For the lawn' });
    return pressed(sent, 'Add line', 'amount');
  }),
  'pay-several-dialog.tsx': [
    async (sent) => {
      show(<PaySeveralDialog books={[child, leo()]} onClose={ignore} />);
      fill({ Description: 'New Year', 'Amount for Leo (optional)': typed });
      const payments = await pressed(sent, 'Add lines', 'payments');
      expect(payments).toMatchObject([{ childId: LEO }]);
      return (payments as { amount: string }[])[0]?.amount;
    },
  ],
  'send-form.tsx': [
    async (sent) => {
      stubWorkers();
      show(<SendForm childId={MIA} network="testnet" availableSats={9_000n} onSent={ignore} />);
      fill({ Amount: typed, 'To this Bitcoin address': SIXTH });
      await screen.findByText('Checksum right');
      return pressed(sent, 'Send', 'amount');
    },
  ],
};

/** The form rightly refused it: nothing to check after the press. */
const REFUSED = new Error('refused');

/** For calls that take whole sats. */
const inBtc = (sats: unknown) => (sats === '2000' ? '0.00002000' : sats);

async function pressed(sent: Sent[], button: string | RegExp, field: string): Promise<unknown> {
  if (isFraction()) {
    // A form may still be checking the previous value.
    await waitFor(() => {
      press(button);
      expect(document.querySelector('[aria-invalid="true"]')).not.toBeNull();
    });
    expect(bodyWith(sent, field)).toBeUndefined();
    throw REFUSED;
  }
  press(button);
  await waitFor(() => expect(bodyWith(sent, field)).toBeDefined());
  return bodyWith(sent, field)?.[field];
}

/** Another call of the page may come first. */
const bodyWith = (sent: Sent[], field: string) =>
  sent
    .filter(({ init }) => init.method !== undefined && init.method !== 'GET')
    .map(({ body }) => body as Record<string, unknown>)
    .find((body) => Object.hasOwn(body ?? {}, field));

/** A refusal, because an unknown outcome would be retried long after this test. */
const replyTo = ({ call }: Sent): Reply => {
  if (call === `GET /api/children/${MIA}/allowance/preview`)
    return [200, { unbooked: [], nextDate: '2026-11-21' }];
  if (call === 'GET /api/family/ceiling')
    return [200, { amount: 100_000, counts: 100_000, from: null }];
  return refusal(400, 'Not needed here');
};

const sources = async () => {
  const files: { file: string; text: string }[] = [];
  for await (const path of glob('src/**/*.tsx'))
    if (!path.endsWith('.test.tsx'))
      files.push({ file: basename(path), text: readFileSync(path, 'utf8') });
  return files;
};

test('"2000" books 2,000 sats in every amount field of the product (PLAT-07)', async () => {
  const files = await sources();
  const withField = files.filter(({ text }) => text.includes('<AmountField'));
  expect(Object.keys(WALKS).sort()).toEqual(withField.map(({ file }) => file).sort());
  for (const [file, walks] of Object.entries(WALKS))
    for (const walk of walks) {
      const sent = fakeApi(replyTo);
      expect(await walk(sent), file).toBe('0.00002000');
      cleanup();
    }
});

test.each(['0.5', '0,5'])(
  '"%s" in sats is sent by no form of the product: each asks what was meant (PLAT-07 T30)',
  async (text) => {
    typed = text;
    try {
      for (const [file, walks] of Object.entries(WALKS))
        for (const walk of walks) {
          const sent = fakeApi(replyTo);
          const outcome = await walk(sent).catch((error: unknown) => {
            if (error !== REFUSED) throw error;
          });
          expect([file, outcome]).toEqual([file, undefined]);
          expect(
            screen.getByText(/^(Sats have no decimals|Please type a whole number)/),
          ).toBeTruthy();
          cleanup();
        }
    } finally {
      typed = '2000';
    }
  },
);

test('no other field takes an amount (PLAT-07)', async () => {
  const other =
    /<(?:TextField|NumberField|input)\b[^>]*\bname="[^"]*(?:amount|balance|allowance|threshold|sats|btc)[^"]*"/i;
  const files = (await sources()).filter(({ text }) => other.test(text));
  // LN-71 wants a number input: 1 to 1,000 sats outside all books.
  expect(files.map(({ file }) => file)).toEqual(['trial-invoice.tsx']);
});
