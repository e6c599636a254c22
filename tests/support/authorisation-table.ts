/**
 * Every call of the API: what each kind of person may do, and a valid input. A call without a row
 * here fails the authorization test. Numbers are statuses; `ok` is 200.
 */

import { backupHeader } from '../../src/features/book/privacy/rules.ts';
import { VAPID } from './app.ts';
import { adminRows } from './authorisation-admin.ts';
import { goalRows, newEntry } from './authorisation-goals.ts';
import { lightningRows } from './authorisation-lightning.ts';
import { people } from './authorisation-people.ts';
import { openRequest, requestRows } from './authorisation-requests.ts';
import {
  adults,
  adultsAndTheChildItself,
  adultsOfThisFamily,
  everyone,
  mail,
  mapAll,
  mia,
  nothing,
  parents,
  type Row,
  signedIn,
} from './authorisation-rows.ts';
import { walletRows } from './authorisation-wallet.ts';
import type { ActorName, ActorsWorld } from './world.ts';

export const table: Record<string, Row> = {
  ...people,
  ...adminRows,
  ...walletRows,
  ...lightningRows,
  'children.list': { input: nothing, expect: adults },
  'children.get': { input: mia, expect: adultsAndTheChildItself },
  'children.create': { input: () => ({ name: 'Kim', age: 9 }), expect: adults },
  'children.edit': { input: (w) => ({ ...mia(w), name: 'Mia' }), expect: adultsOfThisFamily },
  'children.chooseFace': {
    input: (w) => ({ ...mia(w), face: 'fox' }),
    expect: adultsAndTheChildItself,
  },
  'children.setThreshold': {
    input: (w) => ({ ...mia(w), threshold: '0.002' }),
    expect: adultsOfThisFamily,
  },
  'children.remove': {
    input: async (w) => ({ id: await w.newChild() }),
    expect: adultsOfThisFamily,
  },
  'children.closed': { input: nothing, expect: adults },
  'children.restore': {
    input: async (w) => ({ id: await closedBook(w) }),
    expect: adultsOfThisFamily,
  },
  'children.inviteToSignIn': {
    input: async (w) => ({ id: await w.newChild(), ...mail() }),
    expect: adultsOfThisFamily,
  },
  'children.endSignIn': {
    input: async (w) => ({ id: await invitedChild(w) }),
    expect: adultsOfThisFamily,
  },
  'allowances.change': {
    input: (w) => ({ ...mia(w), weeklyAllowance: '0.0002', allowanceDay: 1 }),
    expect: adultsOfThisFamily,
  },
  'allowances.preview': {
    input: (w) => ({ ...mia(w), weeklyAllowance: '0.0002', allowanceDay: '1' }),
    expect: adultsOfThisFamily,
  },
  'allowances.pause': {
    input: (w) => ({ ...mia(w), from: '2026-12-01', to: '2026-12-24' }),
    expect: adultsOfThisFamily,
  },
  'allowances.endPause': { input: mia, expect: adultsOfThisFamily },
  'allowances.process': { input: nothing, expect: adults },
  'allowances.settings': { input: () => ({ payAutomatically: false }), expect: adults },
  'transactions.add': {
    input: ({ mia: childId }) => ({
      childId,
      type: 'earned',
      amount: '0.0001',
      description: 'Test',
    }),
    expect: adultsAndTheChildItself,
  },
  'transactions.list': { input: () => ({ text: 'Test' }), expect: signedIn },
  'transactions.details': {
    input: async (w) => ({ id: await newEntry(w) }),
    expect: adultsAndTheChildItself,
  },
  'imports.preview': { input: importInput, expect: adultsAndTheChildItself },
  'imports.importCsv': { input: importInput, expect: adultsAndTheChildItself },
  'imports.waiting': {
    input: async (world) => ({ id: await waitingFile(world) }),
    expect: adultsOfThisFamily,
  },
  'imports.list': { input: mia, expect: adultsOfThisFamily },
  'imports.undo': {
    input: async (world) => ({ id: await importId(world) }),
    expect: adultsOfThisFamily,
  },
  'lessons.list': { input: mia, expect: adultsAndTheChildItself },
  'lessons.read': {
    input: (w) => ({ ...mia(w), slug: 'what-is-a-sat' }),
    expect: adultsAndTheChildItself,
  },
  'lessons.finish': {
    input: (w) => ({
      ...mia(w),
      slug: 'what-is-a-sat',
      band: 'starter',
      answers: [1, 0, 2],
    }),
    expect: adultsAndTheChildItself,
  },
  'lessons.takeBack': {
    input: async (w) => ({ ...mia(w), slug: await stampedLesson(w) }),
    expect: adultsOfThisFamily,
  },
  'transactions.recent': { input: nothing, expect: signedIn },
  'transactions.ofChild': { input: mia, expect: adultsAndTheChildItself },
  'transactions.addSeveral': {
    input: ({ mia: childId, leo }) => ({
      type: 'bonus',
      description: 'Test',
      payments: [
        { childId, amount: '0.0001' },
        { childId: leo, amount: '0.0002' },
      ],
    }),
    expect: adultsOfThisFamily,
  },
  'transactions.undo': {
    input: async (w) => ({ id: await newEntry(w) }),
    expect: adultsOfThisFamily,
  },
  'transactions.undoSeveral': {
    input: async (w) => ({ ids: [await newEntry(w), await newEntry(w)] }),
    expect: adultsOfThisFamily,
  },
  'transactions.markSeveralPaid': {
    input: async (w) => ({ ids: [await newEntry(w), await newEntry(w)] }),
    expect: adultsOfThisFamily,
  },
  'transactions.markPaid': {
    input: async (w) => ({ id: await newEntry(w) }),
    expect: adultsOfThisFamily,
  },
  'transactions.unmarkPaid': {
    input: async (w) => ({ id: await paidEntry(w) }),
    expect: adultsOfThisFamily,
  },
  'balances.accounts': { input: nothing, expect: signedIn },
  'statements.month': {
    input: (w) => ({ ...mia(w), month: '2026-11' }),
    expect: adultsAndTheChildItself,
  },
  'growth.ofChild': {
    input: (w) => ({ ...mia(w), span: 'year' }),
    expect: adultsAndTheChildItself,
  },
  'growth.year': {
    input: (w) => ({ ...mia(w), year: '2026' }),
    expect: adultsAndTheChildItself,
  },
  'saplings.ofChild': { input: mia, expect: adultsAndTheChildItself },
  'growth.ofFamily': { input: () => ({ span: 'all' }), expect: adults },
  'balances.updateSavings': {
    input: (w) => ({ ...mia(w), newBalance: '0.001' }),
    expect: adultsOfThisFamily,
  },
  'balances.syncLightning': {
    input: ({ mia: childId }) => ({ childId, newBalance: 5000 }),
    expect: adultsOfThisFamily,
  },
  ...requestRows,
  'messages.list': { input: nothing, expect: signedIn },
  'messages.unread': { input: nothing, expect: signedIn },
  // The message was sent only to the two adults of the first family.
  'messages.read': {
    input: async (w) => ({ upTo: await messageToAdults(w) }),
    expect: { ...mapAll(404), anonymous: 401, removed: 401, parent: 'ok', spouse: 'ok' },
  },
  'privacy.stats': { input: nothing, expect: adults },
  'privacy.settings': {
    input: () => ({ dataRetentionMonths: 12, autoDataPruningEnabled: false }),
    expect: adults,
  },
  'privacy.backup': { input: nothing, expect: adults },
  'privacy.prune': { input: () => ({ months: '12' }), expect: adults },
  'privacy.history': { input: nothing, expect: adults },
  // Nothing was pruned in this world, so nothing can return.
  'privacy.returnHistory': { input: () => ({ csvContent: backupHeader() }), expect: adults },
  'privacy.exportFamily': { input: nothing, expect: adults },
  'privacy.deletion': { input: nothing, expect: adults },
  'privacy.deleteFamily': { input: nothing, expect: parents },
  'privacy.keepFamily': { input: askToDelete, expect: adults },
  'push.get': { input: nothing, expect: signedIn },
  'push.subscribe': { input: aDevice, expect: { ...signedIn, handedOver: 403 } },
  'push.unsubscribe': { input: nothing, expect: signedIn },
  ...goalRows({ signedIn, adultsOfThisFamily, adultsAndTheChildItself }),
  'visits.report': { input: () => ({ path: '/', name: 'page_view' }), expect: everyone },
  'blog.posts': { input: () => ({ category: 'news', content: 'none' }), expect: everyone },
  'blog.categories': { input: nothing, expect: everyone },
  'blog.post': { input: () => ({ slug: 'a-first-allowance' }), expect: everyone },
  'blog.view': { input: () => ({ slug: 'a-first-allowance' }), expect: everyone },
  'dashboard.get': { input: nothing, expect: signedIn },
};

/** A browser's push subscription. */
function aDevice() {
  const endpoint = 'https://push.example.com/a-device';
  return { endpoint, p256dh: VAPID.publicKey, auth: 'A'.repeat(22) };
}

/** A new file with one payment. */
function importInput({ mia: childId }: ActorsWorld) {
  const id = `${Math.random()}`;
  const header =
    'date,id,type,amount_msat,fee_credit_msat,mining_fee_sat,service_fee_msat,payment_hash,tx_id';
  const csvContent = `${header}\n2026-10-01T10:00:00.000Z,${id},lightning_received,1000,0,0,0,,\n`;
  return { childId, csvContent, filename: 'export.csv' };
}

/** Mia's file, waiting for approval. */
async function waitingFile(world: ActorsWorld): Promise<string> {
  const mia = await world.as('child');
  const { open } = (await mia.get('/api/requests')).body as {
    open: { kind: string; payloadId: string }[];
  };
  const waits = open.find(({ kind }) => kind === 'import');
  if (waits) return waits.payloadId;
  const reply = await mia.send('POST', '/api/transactions/import-csv', importInput(world));
  return (reply.body as { importId: string }).importId;
}

/** A new import of the first family. */
async function importId(world: ActorsWorld): Promise<string> {
  const parent = await world.as('parent');
  const reply = await parent.send('POST', '/api/transactions/import-csv', importInput(world));
  return (reply.body as { importId: string }).importId;
}

/** A new entry in Mia's book. */
/** A new entry that is marked as paid. */
async function paidEntry(world: ActorsWorld): Promise<string> {
  const id = await newEntry(world);
  await (await world.as('parent')).send('POST', `/api/transactions/${id}/paid`);
  return id;
}

/** A child with an open invitation: the last one made, unless it was withdrawn. */
async function invitedChild(world: ActorsWorld): Promise<string> {
  const [open] = await world.db.owner<{ childId: string }[]>`
    SELECT child_id FROM invitation
    WHERE family_id = ${world.familyId} AND role = 'child' AND answer IS NULL LIMIT 1`;
  if (open) return open.childId;
  const id = await world.newChild();
  await (await world.as('parent')).send('POST', `/api/children/${id}/sign-in`, mail());
  return id;
}

/** A lesson of Mia's with a parent's stamp; her own stay. */
async function stampedLesson({ as, mia }: ActorsWorld): Promise<string> {
  const slug = 'saving-vs-spending';
  const answers = { band: 'starter', answers: [0, 1, 2] };
  await (await as('parent')).send('POST', `/api/children/${mia}/lessons/${slug}`, answers);
  return slug;
}

/** The deletion the call cancels: the spouse cancels the parent's, others their own. */
async function askToDelete(world: ActorsWorld, actor: ActorName) {
  const asker = await world.as(actor === 'spouse' ? 'parent' : actor);
  await asker.send('POST', '/api/family/deletion');
  return {};
}

async function messageToAdults(world: ActorsWorld): Promise<string> {
  await openRequest(world);
  const [row] = await world.db.owner<{ messageId: string }[]>`
    SELECT message_id FROM message
    WHERE user_id = ${await world.userId('parent')} AND kind = 'request_opened' LIMIT 1`;
  return row?.messageId as string;
}

async function closedBook(world: ActorsWorld): Promise<string> {
  const parent = await world.as('parent');
  const [closed] = (await parent.get('/api/children/closed')).body as { id: string }[];
  if (closed) return closed.id;
  const id = await world.newChild();
  await parent.send('DELETE', `/api/children/${id}`);
  return id;
}
