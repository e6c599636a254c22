/** Attacks of strangers on other families and on operators: T40, T41 and T42. */
import { callsOf, everyRead, withId } from './calls.ts';
import { balancesOf } from './money.ts';
import { book, childSignIn, family, type Reply, visitor } from './people.ts';
import { type Attack, hold } from './run.ts';

const operators: Attack = {
  threat: 'T40',
  tried: 'every call and page of operators by a parent, a child and nobody',
  attack: async (world) => {
    const home = await family(world);
    const people = [home.parent, await childSignIn(world, home), visitor(world)];
    const calls = (await callsOf(world)).filter(({ access }) => access === 'admin');
    const paths = [...calls, ...PAGES.map((path) => ({ method: 'GET', path }))];
    for (const who of people)
      for (const { method, path } of paths) {
        const body = method === 'GET' ? {} : { body: {} };
        const { status, text } = await who.ask(withId(path, home.childId), { method, ...body });
        hold([401, 403, 404].includes(status), `${method} ${path}: ${status} ${text}`);
      }
    const health = await visitor(world).get('/api/health');
    hold(!/version|memory|postgres|queue|families/i.test(health.text), `it says ${health.text}`);
    hold(calls.length > 10, `only ${calls.length} calls were tried`);
    return `${paths.length} refused to each, and health says one word`;
  },
};

const PAGES = ['/admin/security/stats', '/admin/monitoring/stats', '/metrics', '/api/admin'];

/** Fields that would raise a person's rights. */
const GREEDY = {
  ...{ role: 'admin', isAdmin: true, admin: true, isOperator: true, access: 'admin', id: 'x' },
  ...{ familyId: '00000000-0000-4000-8000-000000000000', fresh: true, freshAt: '2100-01-01' },
  ...{ createdBy: 'me', balance: '1', savingsBalance: '1', __proto__x: {} },
};

const greedyFields: Attack = {
  threat: 'T41',
  tried: 'each call of a child and of a parent with fields that make them parent or operator',
  attack: async (world) => {
    const home = await family(world);
    const kid = await childSignIn(world, home);
    const proto = '{"__proto__":{"role":"admin","isAdmin":true},"constructor":{"role":"parent"}}';
    const calls = (await callsOf(world)).filter(
      ({ method, path }) => method !== 'GET' && !ENDS.test(path),
    );
    for (const who of [kid, home.parent])
      for (const { method, path } of calls)
        for (const body of [GREEDY, proto])
          await who.ask(withId(path, home.childId), { method, body });
    const name = { name: 'Ben', age: 9, weeklyAllowance: '1', allowanceDay: 3 };
    await home.parent.send('POST', '/api/children', { ...name, ...GREEDY });
    const roleOf = ({ body }: Reply) => (body as { role?: string }).role;
    const role = roleOf(await kid.get('/api/auth/user'));
    hold(role === 'child', `the child is ${role}`);
    const parents = roleOf(await home.parent.get('/api/auth/user'));
    hold(parents === 'parent', `the parent is ${parents}`);
    hold((await home.parent.get('/admin/security/stats')).status !== 200, 'became an operator');
    const { total } = await balancesOf(home.parent, home.childId);
    hold(total === 0, `the book has ${total} sats`);
    return `${calls.length} calls made nobody more than they were`;
  },
};

/** Calls that would only end the session or family used here. */
const ENDS = /logout|deletion|leave|hand-over|sessions/;

const foreignIds: Attack = {
  threat: 'T42',
  tried: 'every call of a parent with the ids of another family’s child, entry, goal and request',
  attack: async (world) => {
    const home = await family(world, { name: 'Theodora' });
    const { parent, childId } = home;
    const entry = (await book(parent, childId, 'bonus', '0.00023456')).body as { id: string };
    const goal = { title: 'Theodora’s kite', description: 'Red', targetAmount: '0.001' };
    const { id } = (await parent.must('POST', '/api/family-goals', goal)) as { id: string };
    const kid = await childSignIn(world, home);
    const asked = { childId, amount: '0.00001', reason: 'A kite' };
    const request = (await kid.must('POST', '/api/withdrawal-requests', asked)) as { id: string };
    const before = await stateOf(home);
    const stranger = (await family(world)).parent;
    const ids = [childId, entry.id, id, request.id];
    const calls = (await callsOf(world)).filter(({ path }) => !ENDS.test(path));
    for (const foreign of ids) {
      for (const { path, text } of await everyRead(world, stranger, foreign))
        hold(!/Theodora|00023456/.test(text), `${path} shows another family: ${text}`);
      for (const { method, path } of calls.filter((one) => one.method !== 'GET'))
        for (const body of [{}, bodyWith(foreign)]) {
          const { text } = await stranger.ask(withId(path, foreign), { method, body });
          hold(!/Theodora|00023456/.test(text), `${method} ${path} shows it: ${text}`);
        }
    }
    await book(stranger, childId, 'bonus', '0.0001');
    await book(stranger, childId, 'spending', '0.00001');
    const yes = { approved: true };
    await stranger.send('PATCH', `/api/requests/${request.id}`, yes);
    await stranger.send('DELETE', `/api/children/${childId}`);
    hold((await stateOf(home)) === before, 'the other family’s book changed');
    return `four ids in ${calls.length} calls showed and changed nothing`;
  },
};

const bodyWith = (id: string) => ({
  ...{ id, childId: id, goalId: id, transferId: id, ids: [id], approved: true, amount: '0.00001' },
});

const stateOf = async ({ parent, childId }: { parent: Family['parent']; childId: string }) => {
  const paths = ['', '/transactions'].map((more) => `/api/children/${childId}${more}`);
  const others = ['/api/family-goals', '/api/requests'];
  const texts = [];
  for (const path of [...paths, ...others]) texts.push((await parent.get(path)).text);
  return texts.join();
};

type Family = Awaited<ReturnType<typeof family>>;

export const strangers: readonly Attack[] = [operators, greedyFields, foreignIds];
