/** A child's file waits, whole, for a yes or no. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, message } from '#tests/support/family.ts';
import { importFile, phoenixdFile, previewFile } from '#tests/support/wallet-files.ts';
import type { Imported } from './contract.ts';

let app: TestApp;
let parent: Visitor;
let child: string;
let mia: Visitor;
beforeEach(async () => {
  app = await startApp({ at: '2026-11-18T12:00:00Z' });
  parent = await app.signIn('anna@example.com');
  child = (await addChild(parent)).id;
  mia = await joinAsChild(app, parent, child, 'mia@example.com');
});
afterEach(() => app.close());

const spending = async () => (await getChild(parent, child)).spendingBalance;
const file = (id: string) => phoenixdFile([{ id, at: '2026-10-01T10:00:00Z', sats: 5_000 }]);
const waitingFiles = async () =>
  (await app.db.owner`SELECT import_id FROM wallet_file`).map(({ importId }) => importId);
type Open = { id: string; kind: string; reason: string; payloadId: string };
const open = async (): Promise<Open[]> =>
  ((await parent.get('/api/requests')).body as { open: Open[] }).open;
const decide = (id: string | undefined, body: object) =>
  parent.send('PATCH', `/api/requests/${id}`, body);

test('a child’s file posts nothing until a parent says yes to all of it (T15 AUTH-46)', async () => {
  expect((await previewFile(mia, child, file('a'))).body).toMatchObject({ imported: 1 });
  const asked = (await importFile(mia, child, file('a'))).body as Imported;
  expect(asked).toMatchObject({ state: 'waiting', imported: 1, skipped: 0 });
  expect(await spending()).toBe('0.00000000');
  const [request] = await open();
  expect(request).toMatchObject({
    kind: 'import',
    reason: 'export.csv',
    payloadId: asked.importId,
  });
  const preview = await parent.get(`/api/transactions/imports/${request?.payloadId}/preview`);
  expect(preview.body).toMatchObject({ imported: 1, spendingAfter: '0.00005000' });
  expect((await mia.get(`/api/transactions/imports/${request?.payloadId}/preview`)).status).toBe(
    403,
  );
  expect((await decide(request?.id, { approved: true })).body).toMatchObject({ state: 'approved' });
  expect(await spending()).toBe('0.00005000');
  expect(await waitingFiles()).toEqual([]);
  expect((await decide(request?.id, { approved: true })).status).toBe(409);
  const list = (await parent.get(`/api/children/${child}/imports`)).body;
  expect(list).toMatchObject([{ id: asked.importId, importedBy: expect.any(String) }]);
});

test('a no, or taking it back, leaves the book and forgets the file (APPR-05)', async () => {
  const before = await spending();
  for (const end of ['no', 'back']) {
    await importFile(mia, child, file(end));
    const [request] = await open();
    expect(await waitingFiles()).toEqual([request?.payloadId]);
    const reply =
      end === 'no'
        ? await decide(request?.id, { approved: false, reason: 'Let us look first' })
        : await mia.send('DELETE', `/api/requests/${request?.id}`);
    expect(reply.status).toBe(200);
    expect(await waitingFiles()).toEqual([]);
  }
  expect(await spending()).toBe(before);
});

test('what arrived in the meantime is not counted twice by a later approval', async () => {
  const before = Number((await spending()).replace('.', ''));
  await importFile(mia, child, file('meanwhile'));
  await importFile(parent, child, file('meanwhile'));
  const [request] = await open();
  expect((await decide(request?.id, { approved: true })).status).toBe(200);
  expect(Number((await spending()).replace('.', ''))).toBe(before + 5_000);
  expect(await waitingFiles()).toEqual([]);
});

test('a file that needs an answer, or brings nothing new, does not wait', async () => {
  await importFile(parent, child, file('a'));
  const again = (await importFile(mia, child, file('a'))).body as Imported;
  expect(again).toMatchObject({ state: 'done', imported: 0, importId: null });
  const old = 'Date & Time,Title,Amount,Preimage,TX Hash,Fee\n3/14/2025 1:00 PM,Lemonade,500,,t1,2';
  const reply = await importFile(mia, child, old);
  expect([reply.status, message(reply)]).toEqual([400, expect.stringMatching(/^Row 2: /)]);
  expect(await open()).toEqual([]);
});
