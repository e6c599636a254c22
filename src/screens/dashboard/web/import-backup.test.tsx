/** Our own backup chosen as a wallet's file. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { backupHeader } from '#features/book/privacy/rules.ts';
import { open, openChildPage, press, said } from '#tests/web/family.tsx';
import { aChild, MIA, miasDashboard } from '#tests/web/replies.ts';
import { refusal } from '#tests/web/support.tsx';

const choose = (text: string) =>
  fireEvent.change(screen.getByLabelText('CSV file'), {
    target: { files: [new File([text], 'satling-backup-2026-11-18.csv')] },
  });

test('our own backup is known as what it is: it is read back, not previewed (PRIV-14)', async () => {
  const BACKUP = 'POST /api/privacy/history';
  const { sent, answers } = await openChildPage(
    {},
    {
      [`GET /api/children/${MIA}/imports`]: [],
      [BACKUP]: refusal(400, 'Row 2: expected 12 columns, found 1'),
    },
  );
  press(/^Import CSV/);
  await screen.findByRole('dialog', { name: 'Import CSV Transactions' });
  choose(`${backupHeader()}x\r\n`);
  await screen.findByText('This is Satling’s own backup');
  press('Import Backup');
  await said('Import Failed', 'Row 2: expected 12 columns, found 1');
  answers[BACKUP] = { imported: 3, known: 4, foreign: 1 };
  press('Import Backup');
  await said('Backup Imported', '3 imported, 5 skipped');
  screen.getByText('3 entries brought back as history');
  expect(sent.filter(({ call }) => call.includes('import-csv'))).toEqual([]);
});

test('a child is told that a backup is for parents, and nothing is sent (PRIV-14)', async () => {
  const all = miasDashboard({ children: [aChild({ age: 11 })] });
  const { sent } = open({ 'GET /api/dashboard': all });
  fireEvent.click(await screen.findByRole('button', { name: 'Import CSV' }));
  await screen.findByRole('dialog', { name: 'Import CSV Transactions' });
  choose(backupHeader());
  await said(
    'Import Failed',
    'This is a Satling backup, not a wallet’s file. Only a parent can import it',
  );
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false);
});
