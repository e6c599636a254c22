/** Attacks that read private data: T09, T44, T45, T53, T57, T58 and T63. */
import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../testkit/chain/until.ts';
import { hostile } from '../support/hostile-addresses.ts';
import { newWallet } from '../support/wallets.ts';
import { callsOf, everyRead, withId } from './calls.ts';
import { askForLink, book, family, freshEmail, signIn, type Visitor, visitor } from './people.ts';
import { type Attack, hold } from './run.ts';
import type { World } from './world.ts';

const EVIL = 'evil@example.net';

const mails: Attack = {
  threat: 'T44',
  tried: 'receivers, headers and links smuggled through addresses, names and reasons into mails',
  attack: async (world) => {
    const since = world.inbox.length;
    const { parent } = await family(world, { name: `Mia\r\nBcc: ${EVIL}` }).catch(() =>
      family(world),
    );
    await parent.send('PATCH', '/api/auth/user', { firstName: `Anna\r\nBcc: ${EVIL}\r\n\r\nHi` });
    await parent.send('PATCH', '/api/auth/user', { firstName: `https://evil.example/ <${EVIL}>` });
    for (const email of hostile) {
      await visitor(world).send('POST', '/api/auth/magic-link', { email });
      await parent.send('POST', '/api/family/invite-spouse', { email });
    }
    const email = freshEmail('t44-');
    await (await family(world)).parent.must('POST', '/api/family/invite-spouse', { email });
    await until(() => world.inbox.some(({ to }) => to.includes(email)), 'the invitation');
    for (const { to, raw } of world.inbox.slice(since)) {
      hold(to.length === 1 && !to.join().includes('evil'), `a mail went to ${to}`);
      const [head = ''] = raw.split(/\r?\n\r?\n/);
      hold(!/^(bcc|cc):/im.test(head), `a mail has another receiver: ${head}`);
      hold((head.match(/^subject:/gim) ?? []).length === 1, 'a mail has two subjects');
      hold(!raw.includes('//evil.example'), 'a mail has a foreign link');
    }
    return `${hostile.length} addresses and three names added no receiver, header or link`;
  },
};

const FORMULAS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '=HYPERLINK("https://evil.example")',
  '|x',
];

const formulas: Attack = {
  threat: 'T45',
  tried: 'descriptions and a name that a spreadsheet would run, in the exported file',
  attack: async (world) => {
    const { parent, childId } = await family(world, { name: '=1+1' });
    for (const description of FORMULAS)
      await parent.send('POST', '/api/transactions', {
        ...{ childId, type: 'bonus', amount: '0.0001', description },
      });
    const { status, text } = await parent.get('/api/transactions/backup');
    hold(status === 200 && text.includes('HYPERLINK'), `the export is ${text}`);
    const cells = [...text.matchAll(/(?<=^|,)("(?:[^"]|"")*"|[^,\r\n]*)/gm)].map(([cell]) => cell);
    for (const cell of cells) hold(!/^"?[=+\-@\t\r]/.test(cell), `a cell begins with ${cell}`);
    return `none of ${cells.length} cells runs`;
  },
};

const shared: Attack = {
  threat: 'T53',
  tried: 'what a browser or a proxy may keep of a parent’s replies, and the session’s cookie',
  attack: async (world) => {
    const { parent, childId } = await family(world);
    const replies = await everyRead(world, parent, childId);
    for (const { path, status, headers } of replies.filter((one) => one.status === 200)) {
      const kept = String(headers['cache-control']);
      const isOurs = /no-store|private|no-cache/.test(kept) && !/public/.test(kept);
      hold(isOurs || status !== 200, `${path} may be kept: ${kept}`);
    }
    const who = visitor(world);
    const { token } = await askForLink(world, who, freshEmail('t53-'));
    const { headers } = await who.send('POST', '/api/auth/verify', { token });
    const set = [headers['set-cookie'] ?? []].flat().filter((line) => line.includes('session='));
    for (const line of set) hold(/httponly/i.test(line) && /samesite=lax/i.test(line), line);
    hold(set.length > 0, 'no cookie was set');
    const out = await who.send('POST', '/api/auth/logout');
    const cleared = String(out.headers['clear-site-data']);
    hold(/"cache".*"storage"/.test(cleared), `logout clears ${cleared}`);
    return `none of ${replies.length} replies may be shared, and logout clears the browser`;
  },
};

const ODD: readonly unknown[] = [
  ...['{', '[]', '"x"', 'null', '{"id":"\\u0000"}', '['.repeat(5_000), `"${'x'.repeat(50_000)}"`],
  ...[{ id: { $gt: '' }, childId: ["'; DROP TABLE child; --"], amount: {} }, { id: 1e308 }],
];
const INSIDE = /\bat .*:\d+:\d+|node_modules|src\/|\.ts\b|postgres|SELECT |constraint|ECONN|stack/i;

const errorTexts: Attack = {
  threat: 'T57',
  tried: 'every call with broken, odd and deep bodies and ids, for errors that tell too much',
  attack: async (world) => {
    const { parent, childId } = await family(world);
    const calls = await callsOf(world);
    const isOver = /logout|deletion|leave|hand-over|sessions/;
    const tried = calls.filter(({ path }) => !isOver.test(path));
    for (const { method, path } of tried)
      for (const [at, body] of ODD.entries()) {
        const id = at % 2 ? childId : (['%00', "'", '..%2f..', '\u202e'][at % 4] ?? '');
        const asked = { method, ...(method !== 'GET' && { body }) };
        const { status, text } = await parent.ask(withId(path, id), asked);
        hold(status !== 500, `${method} ${path} with body ${at} crashed: ${text}`);
        hold(status === 200 || !INSIDE.test(text), `${method} ${path} says ${text}`);
      }
    return `${tried.length * ODD.length} requests crashed nothing and told nothing of the inside`;
  },
};

/** A browser listening to the live channel. */
async function listen(world: World, { cookies }: Visitor) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, host: new URL(world.origin).host };
  const options = { host: '127.0.0.1', port: world.port, path: '/api/events', headers };
  const reply = await new Promise<IncomingMessage>((resolve, reject) =>
    request(options, resolve).on('error', reject).end(),
  );
  const heard = { text: '', isOver: false, status: reply.statusCode };
  reply.on('data', (bytes) => {
    heard.text += bytes;
  });
  reply.on('close', () => {
    heard.isOver = true;
  });
  return heard;
}

const channel: Attack = {
  threat: 'T58',
  tried: 'the live channel after logout, of a removed spouse, of another family and of nobody',
  attack: async (world) => {
    const home = await family(world);
    const elsewhere = await signIn(world, home.email);
    const stranger = (await family(world)).parent;
    hold((await listen(world, visitor(world))).status === 401, 'nobody may listen');
    const [own, gone, foreign] = [
      await listen(world, home.parent),
      await listen(world, elsewhere),
      await listen(world, stranger),
    ];
    await elsewhere.must('POST', '/api/auth/logout');
    await until(() => gone.isOver, 'the channel of an ended session to end');
    const changes = (text: string) => text.split('changed').length - 1;
    const before = changes(foreign.text);
    await book(home.parent, home.childId, 'bonus', '0.0001');
    await until(() => changes(own.text) > 0, 'its own family to hear of a change');
    await sleep(500);
    hold(changes(gone.text) === 0, 'it heard of a change after its end');
    hold(changes(foreign.text) === before, 'another family heard of it');
    return 'only the family heard of its change, and an ended session was cut off';
  },
};

const base64 = (length: number) => randomBytes(length).toString('base64');
const PREPARED = '/api/wallet/prepared-addresses';

const vaultAddresses: Attack = {
  threat: 'T63',
  tried:
    'addresses added to an encrypted wallet and taken away, with wrong tokens and old versions',
  attack: async (world) => {
    const { parent } = await family(world);
    const payload = { encryptedData: base64(60), iv: base64(12), salt: base64(16) };
    const made = { encryptedSecrets: payload, hasWallet: true };
    await parent.must('POST', '/api/wallet/configure-encrypted', made);
    const { version } = (await parent.must('GET', '/api/wallet/encrypted-config')) as Vault;
    const [ours, evil] = [newWallet('regtest'), newWallet('regtest')];
    const refillToken = randomBytes(32).toString('hex');
    const some = (wallet: typeof ours, first: number, count: number) => ({
      ...{ first, addresses: Array.from({ length: count }, (_, at) => wallet.address(first + at)) },
    });
    const none = { first: 0, addresses: [] };
    const named = { version, firstAddress: ours.address(0), refillToken };
    const first = { receive: some(ours, 0, 10), change: none, scriptType: 'p2wpkh' };
    await parent.must('POST', PREPARED, { ...named, ...first });
    const before = (await parent.get(PREPARED)).text;
    const more = { receive: some(evil, 10, 5), change: none };
    const tries: [string, object][] = [
      undefined,
      '',
      'a'.repeat(64),
      refillToken.toUpperCase(),
    ].map((token) => ['/refill', { ...named, ...more, refillToken: token }]);
    tries.push(
      ['/refill', { ...named, ...more, version: version + 1 }],
      ['/refill', { ...named, ...more, firstAddress: evil.address(0) }],
      ['/forget-unasked', { ...named, refillToken: 'a'.repeat(64) }],
      ['/forget-unasked', { ...named, firstAddress: evil.address(0) }],
    );
    for (const [path, body] of tries) await parent.send('POST', PREPARED + path, body);
    hold((await parent.get(PREPARED)).text === before, 'the addresses changed');
    await parent.must('POST', `${PREPARED}/refill`, {
      ...{ ...named, receive: some(ours, 10, 5), change: none },
    });
    hold((await parent.get(PREPARED)).text !== before, 'the right token adds nothing either');
    return `${tries.length} tries changed nothing; the right token added five`;
  },
};

type Vault = { version: number };

const secrets: Attack = {
  threat: 'T09',
  tried: 'every token, code and cookie of all attacks so far, in the log and in pages’ addresses',
  attack: async (world) => {
    const who = visitor(world);
    const { link, token } = await askForLink(world, who, freshEmail('t09-'));
    const page = await who.get(link.slice(world.origin.length));
    const policy = String(page.headers['referrer-policy']);
    hold(/no-referrer|same-origin/.test(policy), `the page of a link refers by ${policy}`);
    await who.get(`/api/no-such-call?token=${token}`);
    await who.ask('/api/auth/verify', { method: 'POST', body: `{"token":"${token}"` });
    await who.must('POST', '/api/auth/verify', { token });
    const pin = { pin: '83746251' };
    await who.send('PUT', '/api/family/pin', pin);
    const log = world.said();
    const all = [...world.secrets, pin.pin].filter((one) => one.length >= 8);
    const leaked = all.filter((one) => log.includes(one));
    hold(leaked.length === 0, `the log has ${leaked.length} of them, such as ${leaked[0]}`);
    return `the log has none of ${all.length}, and no page passes its address on`;
  },
};

export const leaks: readonly Attack[] = [
  ...[mails, formulas, shared, errorTexts, channel, vaultAddresses, secrets],
];
