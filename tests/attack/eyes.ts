/** Attacks of curious and uninvited people on a family: T19e to T19g. */
import { everyRead } from './calls.ts';
import {
  book,
  child,
  childSignIn,
  family,
  freshEmail,
  signIn,
  spouse,
  type Visitor,
  visitor,
} from './people.ts';
import { type Attack, hold } from './run.ts';

const sibling: Attack = {
  threat: 'T19e',
  tried: 'a child reads every call, with its own id and with its sibling’s',
  attack: async (world) => {
    const home = await family(world);
    const kid = await childSignIn(world, home);
    const other = await child(home.parent, { name: 'Zacharias' });
    await book(home.parent, other, 'bonus', '0.00012345');
    const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
    await home.parent.send('POST', '/api/wallet/configure', { walletAddress: address });
    let count = 0;
    for (const id of [home.childId, other])
      for (const { path, text } of await everyRead(world, kid, id)) {
        count += 1;
        hold(!/Zacharias|00012345/.test(text), `${path} tells about the sibling: ${text}`);
        hold(!text.includes(address), `${path} tells where the parents’ money is`);
      }
    const theirs = await home.parent.get(`/api/children/${other}`);
    hold(theirs.text.includes('Zacharias'), 'the parent reads nothing either');
    return `none of ${count} replies named the sibling, its money or the parents’ wallet`;
  },
};

const watched: Attack = {
  threat: 'T19f',
  tried: 'a parent reads every call, and the export, for when and where the other was active',
  attack: async (world) => {
    const home = await family(world);
    const other = await spouse(world, home);
    const headers = { 'user-agent': 'Mozilla/5.0 (SatlingSpy; KAIOS) Firefox/48.0' };
    await other.get('/api/dashboard', headers);
    const replies = await everyRead(world, home.parent, home.childId);
    for (const { path, text } of replies) {
      hold(!text.includes(other.ip), `${path} names the network`);
      hold(!/SatlingSpy|KAIOS/.test(text), `${path} names the device`);
      const isOwn = path.startsWith('/api/auth/') || path.startsWith('/api/openapi');
      hold(isOwn || !/last_?seen|last_?active|user_?agent/i.test(text), `${path} says when`);
    }
    const sessions = (await home.parent.must('GET', '/api/auth/sessions')) as object[];
    hold(sessions.length === 1, 'the other one’s sessions are listed');
    return `none of ${replies.length} replies said it`;
  },
};

const codes: Attack = {
  threat: 'T19g',
  tried:
    'a code to join: guessed, without the press, with wrong digits, and a child’s as an adult’s',
  attack: async (world) => {
    const { parent, childId } = await family(world);
    const offer = async (id: string | null) =>
      (await parent.must('POST', '/api/family/joining', { childId: id })) as Offer;
    const ask = (who: Visitor, code: string, email?: string) =>
      who.send('POST', '/api/join', { code, ...(email && { email }) });
    const guessed = await offer(childId);
    for (let i = 0; i < 5; i++) await ask(visitor(world), `${guessed.id}00000${i}`);
    const dead = await ask(visitor(world), guessed.code);
    hold(dead.status !== 200, 'the code lives on after five wrong ones');

    const made = await offer(childId);
    const thief = visitor(world);
    const { match } = (await ask(thief, made.code, freshEmail('t19g-'))).body as { match: string };
    await thief.send('POST', '/api/join/enter');
    hold((await thief.get('/api/auth/user')).status === 401, 'the code alone lets in');
    const wrong = String((Number(match) + 1) % 100).padStart(2, '0');
    await parent.send('POST', `/api/family/joining/${made.id}/let-in`, { match: wrong });
    await thief.send('POST', '/api/join/enter');
    hold((await thief.get('/api/auth/user')).status === 401, 'wrong digits let in');

    const honest = await offer(childId);
    const device = visitor(world);
    const seen = (await ask(device, honest.code, freshEmail('t19g-'))).body as { match: string };
    const stranger = await signIn(world, freshEmail('t19g-parent-'));
    await stranger.send('POST', `/api/family/joining/${honest.id}/let-in`, seen);
    await device.send('POST', '/api/join/enter');
    hold((await device.get('/api/auth/user')).status === 401, 'another family lets it in');
    await parent.must('POST', `/api/family/joining/${honest.id}/let-in`, { match: seen.match });
    await device.must('POST', '/api/join/enter');
    const { role } = (await device.must('GET', '/api/auth/user')) as { role: string };
    hold(role === 'child', `a child’s device became a ${role}`);
    hold((await device.get('/api/children')).status === 403, 'it reads what adults read');
    return 'only the right digits and a parent’s press let in, and only as a child';
  },
};

type Offer = { id: string; code: string };

export const eyes: readonly Attack[] = [sibling, watched, codes];
