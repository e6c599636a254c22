/**
 * Every call that redirects or destroys money notifies every adult, whoever made it, and can be
 * undone from that message alone. The calls come from the contracts: a new one needs a row.
 */
import { expect, test } from 'vitest';
import { contracts } from '../../src/app/features.ts';
import type { Contract } from '../../src/contract/endpoint.ts';
import type { Message } from '../../src/features/notices/messages/contract.ts';
import { JOBS_KEY, type Visitor } from '../support/app.ts';
import { joinAsSpouse } from '../support/family.ts';
import { ACTS, actsWorld, moneyState, newHome } from '../support/money-acts.ts';
import { queuedMails } from '../support/queue.ts';

/** Those that are undone in another way, and those that only show or erase. */
const OTHERWISE = [
  'children.remove', // Its book is restored: server-closing.test.ts.
  'privacy.deleteFamily', // Cancelable: server-deletion.test.ts.
  'subWallets.connection', // Only shows a connection; see below.
  'backupCare.eraseAgain', // Repeats erasures after a restore: care/server.test.ts.
  'moneyChanges.undo', // Undone like any change: below.
  'moneyChanges.forget', // Ends an undo, with the other adult's yes.
];

/** Encrypted keys are no longer on the server and have to be entered again. */
const WITHOUT_KEY = ['vault.encryptExisting'];

const { world, hub } = await actsWorld();

const changesOf = async (who: Visitor) =>
  ((await who.get('/api/messages')).body as Message[]).filter(
    ({ kind }) => kind === 'money_changed',
  );
const undo = (who: Visitor, id: string | undefined, body = {}) =>
  who.send('POST', `/api/money-changes/${id}/undo`, body);
const mailsTo = async (email: string) =>
  (await queuedMails(world.app.db, JOBS_KEY, email)).filter(({ subject }) =>
    subject.startsWith('Your money settings'),
  ).length;

test('every call that redirects or destroys money has a row here (T11 T25)', () => {
  const calls = Object.entries(contracts).flatMap(([feature, contract]) =>
    Object.entries(contract as Contract)
      .filter(([, { money }]) => money === 'redirects' || money === 'destroys')
      .map(([name]) => `${feature}.${name}`),
  );
  expect([...Object.keys(ACTS), ...OTHERWISE].sort()).toEqual(calls.sort());
});

test.each(Object.keys(ACTS))(
  '%s notifies both adults, and the other one undoes it from the message alone (T11 T25)',
  async (name) => {
    const row = ACTS[name];
    if (!row) throw new Error(`No row for ${name}`);
    const at = name.replace('.', '-').toLowerCase();
    const home = await newHome(world, hub.url, at, row.form ?? 'plain');
    const tom = await joinAsSpouse(world.app, home.parent, `tom-${at}@example.com`);
    await row.first?.(home);
    const before = await moneyState(home);
    const [told, mails] = [
      (await changesOf(home.parent)).length,
      await mailsTo(`${at}@example.com`),
    ];
    const toldTom = (await changesOf(tom)).length;
    const reply = await row.act(home);
    expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
    expect(await moneyState(home)).not.toEqual(before);
    const [own] = await changesOf(home.parent);
    expect((await changesOf(home.parent)).length).toBe(told + 1);
    expect((await changesOf(tom)).length).toBe(toldTom + 1);
    expect(await mailsTo(`${at}@example.com`)).toBe(mails + 1);
    expect(own?.data).toMatchObject({ by: `${at}@example.com`, copyId: expect.any(String) });
    const [toTom] = await changesOf(tom);
    expect((await undo(tom, toTom?.data.copyId)).text).toBe('{"success":true}');
    const after = await moneyState(home);
    if (!WITHOUT_KEY.includes(name)) expect(after).toEqual(before);
    // Undoing notifies too, and can itself be undone by the owner of the session.
    const [back] = await changesOf(home.parent);
    expect(back?.data).toMatchObject({ by: `tom-${at}@example.com`, undid: own?.data.call });
    expect((await undo(home.parent, own?.data.copyId)).status).toBe(409);
    if (WITHOUT_KEY.includes(name)) return;
    expect((await undo(home.parent, back?.data.copyId)).status).toBe(200);
    const again = { evenIfChanged: true };
    expect((await undo(home.parent, own?.data.copyId, again)).status).toBe(200);
    expect(await moneyState(home)).toEqual(before);
  },
);

test('a change sends a push message to both adults; so does showing a connection (T25)', async () => {
  const home = await newHome(world, hub.url, 'rings', 'plain');
  const tom = await joinAsSpouse(world.app, home.parent, 'tom-rings@example.com');
  for (const who of [home.parent, tom]) {
    const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
    const device = { endpoint: 'https://push.example.com/1', ...keys };
    expect((await who.send('PUT', '/api/push', device)).status).toBe(200);
  }
  const rings = async () => {
    const rows = await world.app.db.owner`
      SELECT FROM pgboss.job WHERE name = 'push' AND data->>'kind' = 'money'
        AND data->>'familyId' = ${home.familyId}`;
    return rows.length;
  };
  const before = await rings();
  await ACTS['subWallets.make']?.act(home);
  expect((await rings()) - before).toBe(2);
  const path = `/api/lightning/sub-wallets/${home.childId}/connection`;
  const shown = await home.parent.get(path, { 'idempotency-key': 'shown-once-only' });
  expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('walletconnect')]);
  expect((await rings()) - before).toBe(4);
  expect((await changesOf(tom))[0]?.data.call).toContain('/connection');
  const kept = await world.app.db.owner`
    SELECT FROM idempotency WHERE route LIKE '%/connection%'`;
  expect(kept.length).toBe(0);
  await home.parent.send('POST', '/api/family/deletion');
  expect((await changesOf(tom))[0]?.data.call).toBe('POST /api/family/deletion');
});
