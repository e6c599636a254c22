/** Attacks on signing in: T01 to T10, T12 and T13. */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  askForLink,
  freshEmail,
  linkIn,
  mailsTo,
  nthMail,
  signIn,
  type Visitor,
  visitor,
} from './people.ts';
import { type Attack, hold } from './run.ts';
import type { World } from './world.ts';

const verify = (world: World, token: string, who = visitor(world)) =>
  who.send('POST', '/api/auth/verify', { token });

const replyOfTheLink: Attack = {
  threat: 'T01',
  tried: 'everything in the reply to a request for a link, as a token, a code and a session',
  attack: async (world) => {
    const asker = visitor(world);
    const { reply, token } = await askForLink(world, asker, freshEmail('t01-'));
    const parts = [
      ...JSON.stringify([reply.body, ...asker.cookies.values()]).matchAll(/[\w.-]{12,}/g),
    ].map(([part]) => part);
    const spellings = parts.flatMap((part) => [
      ...[part, part.toUpperCase(), part.split('.').at(-1) ?? part],
      Buffer.from(part, 'base64url').toString('hex'),
      createHash('sha256').update(part).digest('base64url'),
    ]);
    for (const part of spellings) {
      const [link, session] = [await verify(world, part, asker), visitor(world)];
      hold(link.status !== 200, `a part of the reply signs in: ${part}`);
      for (const name of ['session', '__Host-session']) session.cookies.set(name, part);
      hold((await session.get('/api/auth/user')).status === 401, 'a part of it is a session');
    }
    hold((await verify(world, token)).status === 200, 'the link itself was spent');
    return `none of ${spellings.length} values signed in; the mailed link did`;
  },
};

const scanners: Attack = {
  threat: 'T02',
  tried: 'mail scanners open the link before its owner: GET, HEAD, a preview, a foreign POST',
  attack: async (world) => {
    const { link, token } = await askForLink(world, visitor(world), freshEmail('t02-'));
    const path = link.slice(world.origin.length);
    const scanner = visitor(world);
    for (const agent of ['Microsoft Office/16.0', 'GoogleImageProxy', 'Slackbot-LinkExpanding'])
      for (const method of ['GET', 'HEAD'])
        await scanner.ask(path, { method, headers: { 'user-agent': agent } });
    await scanner.get(`/api/auth/pending?token=${token}`);
    await scanner.ask(path, { method: 'POST', body: '' });
    hold((await scanner.get('/api/auth/user')).status === 401, 'a scanner was signed in');
    hold((await verify(world, token)).status === 200, 'a scanner spent the link');
    return 'eight visits signed nobody in and spent nothing';
  },
};

const twice: Attack = {
  threat: 'T03',
  tried: 'twenty browsers use one link at the same moment, another uses its code, one comes later',
  attack: async (world) => {
    const asker = visitor(world);
    const { token, code } = await askForLink(world, asker, freshEmail('t03-'));
    const replies = await Promise.all([
      ...Array.from({ length: 20 }, () => verify(world, token)),
      asker.send('POST', '/api/auth/verify-code', { code }),
    ]);
    const got = replies.filter(({ status }) => status === 200).length;
    hold(got === 1, `${got} of 21 were signed in`);
    hold((await verify(world, token)).status === 401, 'the link signs in again');
    return 'one of 21 got in, and nobody later';
  },
};

const guesses: Attack = {
  threat: 'T04',
  tried: '200 made-up and changed tokens; the code elsewhere, and here after five wrong ones',
  attack: async (world) => {
    const asker = visitor(world);
    const { token, code } = await askForLink(world, asker, freshEmail('t04-'));
    const tokens = Array.from({ length: 200 }, (_, i) =>
      i % 2 ? randomBytes(32).toString('base64url') : changed(token, i),
    );
    const stranger = visitor(world);
    for (const guess of tokens)
      hold((await verify(world, guess, stranger)).status !== 200, `${guess} signed in`);
    const elsewhere = await stranger.send('POST', '/api/auth/verify-code', { code });
    hold(elsewhere.status !== 200, 'the code signs in another browser');
    for (let wrong = 1; wrong <= 5; wrong++) {
      const guess = String((Number(code) + wrong) % 100_000_000).padStart(8, '0');
      await asker.send('POST', '/api/auth/verify-code', { code: guess });
    }
    const sixth = await asker.send('POST', '/api/auth/verify-code', { code });
    hold(sixth.status !== 200, 'the code still works after five wrong ones');
    return 'no token was guessed, and five wrong codes ended the right one';
  },
};

/** Changes one letter. */
const changed = (token: string, at: number) => {
  const where = at % token.length;
  const other = token[where] === 'A' ? 'B' : 'A';
  return token.slice(0, where) + other + token.slice(where + 1);
};

const knownOrNot: Attack = {
  threat: 'T05',
  tried: '15 known and 15 unknown addresses: replies, headers, mails and time compared',
  attack: async (world) => {
    const known = freshEmail('t05-known-');
    await signIn(world, known);
    const newLook = (): Look => ({ text: new Set(), ms: [] });
    const looks = [newLook(), newLook()] as const;
    for (let i = 0; i < 30; i++) {
      const look = looks[i % 2 ? 0 : 1];
      const [email, who] = [i % 2 ? known : freshEmail('t05-'), visitor(world)];
      const began = performance.now();
      const reply = await who.send('POST', '/api/auth/magic-link', { email });
      look.ms.push(performance.now() - began);
      look.text.add(
        JSON.stringify([reply.status, shapeOf(reply.body), Object.keys(reply.headers)]),
      );
    }
    return compare(...looks);
  },
};

type Look = { text: Set<string>; ms: number[] };

/** The names and kinds of a reply's fields, without random values. */
const shapeOf = (body: object): unknown =>
  Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' && /^[\w-]{20,}$/.test(value) ? value.length : value,
  ]);

function compare(known: Look, unknown: Look): string {
  const [one, other] = [[...known.text].join(), [...unknown.text].join()];
  hold(one === other, `the replies differ: ${one} and ${other}`);
  const [a, b] = [median(known.ms), median(unknown.ms)];
  // A busy machine slows down single replies; a skipped lookup speeds up all of them.
  hold(Math.abs(a - b) < Math.max(30, Math.min(a, b)), `known took ${a} ms, unknown ${b} ms`);
  return `equal replies, after ${Math.round(a)} and ${Math.round(b)} ms`;
}

const median = (all: number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] as number;

/** All earlier mails are delivered: one requested now arrives last. */
async function delivered(world: World): Promise<void> {
  await askForLink(world, visitor(world), freshEmail('last-'));
  await sleep(1_000);
}

const flood: Attack = {
  threat: 'T06',
  tried: 'one mailbox flooded with 12 requests from one network, then 50 from 50, also in capitals',
  attack: async (world) => {
    const email = freshEmail('t06-');
    const arrived = async () => {
      await delivered(world);
      return world.inbox.filter(({ to }) => to.join().toLowerCase().includes(email)).length;
    };
    const ask = (who: Visitor, i: number) =>
      who.send('POST', '/api/auth/magic-link', { email: i % 2 ? email : email.toUpperCase() });
    const home = visitor(world);
    for (let i = 0; i < 12; i++) await ask(home, i);
    const one = await arrived();
    hold(one > 0 && one <= 5, `${one} mails for one network`);
    for (let i = 0; i < 50; i++) await ask(visitor(world), i);
    const all = await arrived();
    hold(all <= 30, `${all} mails arrived`);
    return `${one} mails for one network, ${all} for all together`;
  },
};

const forwarded: Attack = {
  threat: 'T07',
  tried: '45 addresses from one network, each with another forged X-Forwarded-For and Forwarded',
  attack: async (world) => {
    const real = '198.51.100.77';
    const who = visitor(world, real);
    for (let i = 0; i < 45; i++)
      await who.ask('/api/auth/magic-link', {
        method: 'POST',
        body: { email: `t07-${i}@forged.example` },
        headers: {
          'x-forwarded-for': `203.0.113.${i}, 10.9.${i}.1, ${real}`,
          forwarded: `for=203.0.113.${i}`,
          'x-real-ip': `203.0.113.${i}`,
        },
      });
    await delivered(world);
    const count = world.inbox.filter(({ to }) => to.join().includes('@forged.example')).length;
    hold(count <= 20, `${count} mails left for one network`);
    hold(count > 0, 'not one mail arrived');
    return `${count} mails left; the rest was silently not sent`;
  },
};

const forgedHost: Attack = {
  threat: 'T08',
  tried:
    'a link asked for with a forged Host, X-Forwarded-Host, Forwarded, and an absolute address',
  attack: async (world) => {
    const forged = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { forwarded: 'host=evil.example;proto=https' },
      { 'x-original-url': 'https://evil.example/', 'x-host': 'evil.example' },
    ];
    for (const [i, headers] of forged.entries()) {
      const asked = { method: 'POST', body: { email: `t08-${i}@host.example` }, headers };
      await visitor(world).ask('/api/auth/magic-link', asked as never);
    }
    await delivered(world);
    const mails = world.inbox.filter(({ to }) => to.join().includes('@host.example'));
    for (const { to } of mails) {
      const { link } = linkIn(world, await nthMail(world, to[0] as string));
      hold(link.startsWith(`${world.origin}/`), `a mailed link leads to ${link}`);
      const [mail] = await mailsTo(world, to[0] as string);
      hold(!JSON.stringify(mail).includes('evil.example'), 'a mail names the forged host');
    }
    hold(mails.length > 0, 'none of the four was sent');
    return `${mails.length} mails left, and every link leads to ${world.origin}`;
  },
};

const planted: Attack = {
  threat: 'T10',
  tried: 'a session planted before sign-in; a sign-in made by another site; a stranger’s link',
  attack: async (world) => {
    const thief = await signIn(world, freshEmail('t10-thief-'));
    const session = [...thief.cookies].find(([name]) => name.includes('session')) as [
      string,
      string,
    ];
    const victim = visitor(world);
    victim.cookies.set(...session);
    const email = freshEmail('t10-victim-');
    const { token } = await askForLink(world, victim, email);
    await victim.must('POST', '/api/auth/verify', { token });
    hold(victim.cookies.get(session[0]) !== session[1], 'the planted session became the victim’s');
    const now = (await thief.get('/api/auth/user')).text;
    hold(!now.includes(email), 'the planted cookie is the victim’s session');
    const other = await askForLink(world, visitor(world), freshEmail('t10-'));
    const made = await visitor(world).ask('/api/auth/verify', {
      ...{ method: 'POST', body: { token: other.token } },
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    hold(made.status === 403, `another site signed a browser in: ${made.status}`);
    return 'the session is a new one, and another site signs nobody in';
  },
};

const redirects: Attack = {
  threat: 'T13',
  tried: 'addresses of a foreign site in paths and in every usual parameter of a redirect',
  attack: async (world) => {
    const evil = [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '%2f%2fevil.example',
    ];
    const names = ['next', 'redirect', 'return', 'returnTo', 'url', 'continue', 'token'];
    const pages = ['/', '/api/login', '/auth/verify', '/login', '/onboarding', '/claim', '/join'];
    const paths = [
      ...evil.flatMap((to) => [to.startsWith('https') ? `/${to}` : to, `${to}/..`, `/x/..${to}`]),
      ...pages.flatMap((page) =>
        evil.flatMap((to) => names.map((name) => `${page}?${name}=${encodeURIComponent(to)}`)),
      ),
    ];
    const who = visitor(world);
    for (const path of paths.filter((one) => one.startsWith('/'))) {
      const { headers, text } = await who.ask(path);
      const to = String(headers.location ?? headers.refresh ?? '');
      const leads = to === '' ? '' : new URL(to, world.origin).origin;
      hold(leads === '' || leads === world.origin, `${path} leads to ${to}`);
      hold(!/http-equiv="?refresh/i.test(text) || !text.includes('evil.'), `${path} refreshes`);
    }
    return `none of ${paths.length} addresses led outside`;
  },
};

export const wayIn: readonly Attack[] = [
  ...[replyOfTheLink, scanners, twice, guesses, knownOrNot, flood, forwarded, forgedHost],
  ...[planted, redirects],
];
