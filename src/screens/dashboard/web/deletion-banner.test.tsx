/** The first screen of every adult warns of a family’s pending deletion. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openParentView } from '#tests/web/family.tsx';

const DELETION = 'GET /api/family/deletion';

test('the first screen shows that the family will be deleted, and asks only then (T59)', async () => {
  const due = { dueAt: '2026-11-24T12:00:00.000Z' };
  await openParentView({ deletionAsked: true }, { [DELETION]: due });
  expect(await screen.findByText('This family will be deleted')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Keep the family' })).toBeTruthy();
});

test('otherwise nothing is loaded (T59)', async () => {
  const page = await openParentView({}, {});
  expect(page.sent.some(({ call }) => call === DELETION)).toBe(false);
});
