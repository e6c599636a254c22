/** The latest lines on a child's page: worded for a reading parent. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openChildPage } from '#tests/web/family.tsx';
import { anEntry, MIA } from '#tests/web/replies.ts';

test('a parent reads what was done, in the words of the book and not in those for the child', async () => {
  const entry = anEntry({ type: 'savings_deposit', description: 'Correction of savings' });
  await openChildPage({}, { [`GET /api/children/${MIA}/transactions`]: [entry] });
  const line = await screen.findByText('Correction of savings');
  expect(screen.queryByText('A parent corrected your savings')).toBeNull();
  // The page names the child; each line does not.
  expect(line.closest('li')?.textContent).not.toContain('Mia');
});
