/** Attacks of a family's members on each other, and of strangers on a family: T14 to T19g. */
import { callsOf, everyRead, withId } from './calls.ts';
import { balancesOf } from './money.ts';
import {
  book,
  child,
  childSignIn,
  type Family,
  family,
  freshEmail,
  type Reply,
  signIn,
  spouse,
  type Visitor,
  visitor,
} from './people.ts';
import { type Attack, hold } from './run.ts';
import type { World } from './world.ts';

const REFUSED = [401, 403, 404];

/** Each call of these kinds is refused before its input is looked at. */
async function allRefused(world: World, who: Visitor, kinds: readonly string[], id: string) {
  const calls = (await callsOf(world)).filter(({ access }) => kinds.includes(access));
  for (const { method, path } of calls) {
    const reply = await who.ask(withId(path, id), {
      method,
      ...(method !== 'GET' && { body: {} }),
    });
    hold(REFUSED.includes(reply.status), `${method} ${path}: ${reply.status} ${reply.text}`);
  }
  return calls.length;
}

const ADULTS = ['adult', 'adultUser', 'parent', 'admin'];

const roles: Attack = {
  threat: 'T14',
  tried: 'every call of adults and operators by a child, every call at all by nobody',
  attack: async (world) => {
    const home = await family(world);
    const kid = await childSignIn(world, home);
    const byChild = await allRefused(world, kid, ADULTS, home.childId);
    const everybody = [...ADULTS, 'user', 'member', 'ownChild', 'handedOver'];
    const byNobody = await allRefused(world, visitor(world), everybody, home.childId);
    hold(byChild > 80, `only ${byChild} calls were tried`);
    return `${byChild} calls refused to a child, ${byNobody} to nobody`;
  },
};

const ownMoney: Attack = {
  threat: 'T15',
  tried: 'a child books itself bonus, wages, savings, a balance, an allowance, a file of income',
  attack: async (world) => {
    const home = await family(world);
    const { childId } = home;
    await book(home.parent, childId, 'earned', '0.0001');
    const kid = await childSignIn(world, home);
    const before = await balancesOf(home.parent, childId);
    for (const type of ['bonus', 'chore_payment', 'earned', 'allowance', 'spending_adjustment'])
      await book(kid, childId, type, '0.0005');
    for (const amount of ['-0.0001', '0', '1e3', '99999999', -1]) {
      await book(kid, childId, 'spending', amount as string);
      await kid.send('POST', '/api/withdrawal-requests', { childId, amount, reason: 'x' });
    }
    await kid.send('POST', `/api/children/${childId}/update-savings`, { newBalance: '1' });
    await kid.send('POST', `/api/lightning/sync-balance/${childId}`, { newBalance: 100_000 });
    await kid.send('POST', '/api/process-allowances');
    const csvContent = 'Date,Amount (sats),Description\n2026-11-01,5000,Me\n';
    const file = { childId, csvContent, filename: 'mine.csv', direction: 'in' };
    await kid.send('POST', '/api/transactions/import-csv', file);
    const after = await balancesOf(home.parent, childId);
    hold(after.total === before.total, `the books went from ${before.total} to ${after.total}`);
    return 'not one sat came in';
  },
};

const answers: Attack = {
  threat: 'T16',
  tried: 'a request answered by the child, its sibling, another family’s parent and nobody',
  attack: async (world) => {
    const home = await family(world);
    const { kid, request } = await askedFor(world, home, '0.00006');
    const sibling = await child(home.parent, { name: 'Ben' });
    const brother = await childSignIn(world, { ...home, childId: sibling });
    const stranger = (await family(world)).parent;
    const yes = { approved: true };
    for (const who of [kid, brother, stranger, visitor(world)])
      for (const reply of [
        await who.send('PATCH', `/api/requests/${request}`, yes),
        await who.send('PATCH', `/api/withdrawal-requests/${request}`, yes),
        await who.send('POST', '/api/requests/approve-all', { ids: [request] }),
        await who.send('POST', '/api/savings-transfers/approve', { transferId: request, ...yes }),
        await who.send('PATCH', `/api/goal-allocations/${request}/approve`, yes),
      ])
        hold(!reply.text.includes(`"approved":["${request}"]`), `it was answered: ${reply.text}`);
    const { open } = (await home.parent.must('GET', '/api/requests')) as { open: object[] };
    hold(open.length === 1, 'the request is no longer open');
    return 'after 20 answers it still waits for a parent';
  },
};

/** A child with 10,000 sats of savings requests some of them. */
async function askedFor(world: World, home: Family, amount: string) {
  const { parent, childId } = home;
  await book(parent, childId, 'bonus', '0.0001');
  const kid = await childSignIn(world, home);
  const body = { childId, amount, reason: 'A kite' };
  const asked = await kid.must('POST', '/api/withdrawal-requests', body);
  return { kid, request: (asked as { id: string }).id };
}

const twoAnswers: Attack = {
  threat: 'T17',
  tried: 'twelve answers of both parents to one request at the same moment, yes and no, and later',
  attack: async (world) => {
    const home = await family(world);
    const other = await spouse(world, home);
    const { request } = await askedFor(world, home, '0.00006');
    const answer = (who: Visitor, approved: boolean) =>
      who.send('PATCH', `/api/requests/${request}`, { approved });
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => answer(i % 2 ? other : home.parent, i % 3 !== 0)),
    );
    const first = await balancesOf(home.parent, home.childId);
    await answer(other, true);
    await answer(home.parent, false);
    const { savings, spending } = await balancesOf(home.parent, home.childId);
    const now = `${savings} and ${spending}`;
    hold(['10000 and 0', '4000 and 6000'].includes(now), `savings and spending are ${now}`);
    hold(savings === first.savings, 'a later answer moved money again');
    return `one answer counted: savings and spending are ${now}`;
  },
};

const promises: Attack = {
  threat: 'T18',
  tried: 'ten requests at the same moment for 60 percent of all savings each',
  attack: async (world) => {
    const home = await family(world);
    await book(home.parent, home.childId, 'bonus', '0.0001');
    const kid = await childSignIn(world, home);
    const body = { childId: home.childId, amount: '0.00006', reason: 'All mine' };
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => kid.send('POST', '/api/withdrawal-requests', body)),
    );
    const accepted = replies.filter(({ status }) => status === 200).length;
    hold(accepted === 1, `${accepted} of 10 were accepted`);
    return 'one of ten was accepted';
  },
};

const tablet: Attack = {
  threat: 'T19',
  tried: 'a handed-over tablet: every call of adults, the cookie from before, PINs until it waits',
  attack: async (world) => {
    const { parent, childId } = await family(world);
    await parent.must('PUT', '/api/family/pin', { pin: '4711' });
    const before = new Map(parent.cookies);
    await parent.must('POST', `/api/children/${childId}/hand-over`);
    const calls = await allRefused(world, parent, [...ADULTS, 'user'], childId);
    const old = visitor(world);
    for (const [name, value] of before) old.cookies.set(name, value);
    await allRefused(world, old, ['adult', 'user'], childId);
    for (let pin = 1000; pin < 1006; pin++)
      await parent.send('POST', '/api/family/hand-back', { pin: String(pin) });
    const right = await parent.send('POST', '/api/family/hand-back', { pin: '4711' });
    hold(right.status !== 200, 'after six wrong PINs the right one is still taken at once');
    return `${calls} calls refused, and a wait after five wrong PINs`;
  },
};

const removed: Attack = {
  threat: 'T19b',
  tried: 'a spouse removes the parent and ends the family; a removed spouse reads and writes on',
  attack: async (world) => {
    const home = await family(world, { name: 'Leonora' });
    const other = await spouse(world, home);
    for (const [method, path] of [
      ['DELETE', '/api/family/spouse'],
      ['POST', '/api/family/deletion'],
      ['POST', '/api/family/spouse/full-parent'],
      ['POST', '/api/family/invite-spouse'],
      ['POST', '/api/family/sign-in-help'],
    ] as const) {
      const reply = await other.send(method, path, { email: freshEmail('t19b-') });
      hold(reply.status === 403, `a spouse may ${method} ${path}: ${reply.status}`);
    }
    const old = visitor(world);
    for (const [name, value] of other.cookies) old.cookies.set(name, value);
    await home.parent.must('DELETE', '/api/family/spouse');
    for (const who of [old, other])
      for (const { path, text } of await everyRead(world, who, home.childId))
        hold(!text.includes('Leonora'), `${path} still shows the child`);
    const reply = await book(other, home.childId, 'bonus', '0.0001');
    hold(reply.status !== 200, 'a removed spouse still books');
    return 'the spouse could take nothing away, and afterwards reads and books nothing';
  },
};

const invited: Attack = {
  threat: 'T19c',
  tried: 'rights by an invitation that is open, somebody else’s, declined, or accepted ten times',
  attack: async (world) => {
    const home = await family(world, { name: 'Ottilie' });
    const email = freshEmail('t19c-');
    await home.parent.must('POST', '/api/family/invite-spouse', { email });
    const guest = await signIn(world, email);
    const [{ id }] = (await guest.must('GET', '/api/invitations')) as [{ id: string }];
    for (const { path, text } of await everyRead(world, guest, home.childId))
      hold(!text.includes('Ottilie'), `${path} shows the child to somebody only invited`);
    const stranger = (await family(world)).parent;
    const join = (who: Visitor) => who.send('POST', `/api/invitations/${id}/join`);
    hold((await join(stranger)).status !== 200, 'another account used the invitation');
    hold((await join(visitor(world))).status === 401, 'nobody used the invitation');
    const joined = await Promise.all(Array.from({ length: 10 }, () => join(guest)));
    const count = joined.filter(({ status }) => status === 200).length;
    hold(count === 1, `${count} of 10 joined`);
    const late = freshEmail('t19c-no-');
    await home.parent.must('DELETE', '/api/family/spouse');
    await home.parent.must('POST', '/api/family/invite-spouse', { email: late });
    const no = await signIn(world, late);
    const [open] = (await no.must('GET', '/api/invitations')) as [{ id: string }];
    await no.must('POST', `/api/invitations/${open.id}/decline`);
    const after = await no.send('POST', `/api/invitations/${open.id}/join`);
    hold(after.status !== 200, 'a declined invitation was accepted');
    return 'it gave nothing before it was accepted, and was accepted once by its owner';
  },
};

const shares: Attack = {
  threat: 'T19d',
  tried: 'shares out of bounds, by a child, by a stranger, and the other adult’s own choice',
  attack: async (world) => {
    const home = await family(world);
    const other = await spouse(world, home);
    const kid = await childSignIn(world, home);
    const adjust = (who: Visitor, spouseShare: unknown) =>
      who.send('PATCH', '/api/family/net-worth-sharing', { spouseShare });
    for (const share of [-1, 101, 50.5, '50', null, 1e9, [50]])
      hold((await adjust(home.parent, share)).status === 400, `${share} percent was accepted`);
    hold((await adjust(kid, 50)).status === 403, 'a child set the share');
    hold((await adjust((await family(world)).parent, 50)).status === 409, 'a stranger set it');
    const mine = async () => sharing(await home.parent.get('/api/auth/user'));
    const before = await mine();
    const choice = { sharingEnabled: false, sharePercentage: 0, userId: home.childId };
    await other.send('POST', '/api/family-net-worth/settings', choice);
    await other.must('POST', '/api/family-net-worth/settings', {
      ...{ sharingEnabled: false, sharePercentage: 1 },
    });
    hold((await mine()) === before, 'one adult changed the other’s choice');
    return 'nothing out of bounds was accepted, and each adult chose for themselves';
  },
};

const sharing = ({ body }: Reply) => {
  const user = body as Record<string, unknown>;
  return [user.familyNetWorthSharingEnabled, user.familyNetWorthSharePercentage].join();
};

export const withinFamily: readonly Attack[] = [
  ...[roles, ownMoney, answers, twoAnswers, promises, tablet, removed, invited, shares],
];
