/** The main task through the API: sign in, add a child, pay, read it back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ at: '2026-11-18T12:00:00Z' });
});
afterAll(() => app.close());

test('a parent signs in, adds a child and pays the first allowance once (CHILD-12)', async () => {
  const anna = await app.signIn('anna@example.com');
  const child = (
    await anna.send('POST', '/api/children', {
      name: 'Mia',
      age: 9,
      gender: 'girl',
      weeklyAllowance: '0.00002',
      allowanceDay: 3,
    })
  ).body as { id: string };
  const first = await anna.send('POST', '/api/process-allowances');
  expect(first.body).toEqual({
    processedChildren: [
      {
        childId: child.id,
        childName: 'Mia',
        amount: '0.00002000',
        dueDate: '2026-11-18',
        entryId: expect.any(String),
      },
    ],
    totalAmount: '0.00002000',
  });
  expect((await anna.send('POST', '/api/process-allowances')).body).toEqual({
    processedChildren: [],
    totalAmount: '0.00000000',
  });
  const dashboard = (await anna.get('/api/dashboard')).body as {
    children: { savingsBalance: string }[];
  };
  expect(dashboard.children[0]?.savingsBalance).toBe('0.00002000');
});
