/** Attacks through user text in pages, pictures and statements: T43, T49, T50 and T61. */
import { setTimeout as sleep } from 'node:timers/promises';
import { callsOf, everyRead, withId } from './calls.ts';
import { book, childSignIn, type Family, family, mailsTo, type Reply, visitor } from './people.ts';
import { type Attack, hold } from './run.ts';

const SCRIPTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '<svg/onload=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  '</textarea><iframe srcdoc="<script>alert(1)</script>">',
];

/** Pages to open; all but the first few are one page that fills itself. */
const PAGES = [
  ...['/', '/how-it-works', '/setup-wizard', '/donations', '/blog', '/blog/sats-and-units', '/de'],
  ...['/onboarding', '/dashboard', '/settings', '/activity', '/api/docs', '/nowhere', '/join'],
];

const policyOf = ({ headers }: Reply): Map<string, string[]> =>
  new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );

/** Allowed sources of one kind. */
const sourcesOf = (policy: Map<string, string[]>, kind: string): string[] =>
  policy.get(kind) ?? policy.get('default-src') ?? ['*'];

const isHtml = ({ headers }: Reply) => String(headers['content-type']).startsWith('text/html');

/** Text in every field a parent can write, in otherwise valid calls. */
async function write({ parent, childId }: Family, text: string): Promise<Reply[]> {
  const goal = { title: text, description: text, targetAmount: '0.001' };
  const entry = { childId, type: 'bonus', amount: '0.0001', description: text };
  return [
    await parent.send('PATCH', `/api/children/${childId}`, { name: text }),
    await parent.send('PATCH', '/api/auth/user', { firstName: text }),
    await parent.send('POST', '/api/family-goals', goal),
    await parent.send('POST', '/api/transactions', entry),
    await parent.send('POST', '/api/family/invite-spouse', { email: `${text}@example.net` }),
  ];
}

const scripts: Attack = {
  threat: 'T43',
  tried: 'scripts as names, goals, reasons and addresses, in every reply, every page and each mail',
  attack: async (world) => {
    const home = await family(world);
    for (const text of SCRIPTS) await write(home, text);
    const kid = await childSignIn(world, home);
    const request = { childId: home.childId, amount: '0.00001', reason: SCRIPTS[1] };
    await kid.send('POST', '/api/withdrawal-requests', request);
    const replies: (Reply & { path: string })[] = [];
    for (const who of [home.parent, kid, visitor(world)]) {
      replies.push(...(await everyRead(world, who, home.childId)));
      const asked = SCRIPTS.map((text) => `/onboarding?next=${encodeURIComponent(text)}`);
      for (const path of [...PAGES, ...asked]) replies.push({ path, ...(await who.get(path)) });
    }
    for (const one of replies) {
      hold(one.headers['x-content-type-options'] === 'nosniff', `${one.path} may be sniffed`);
      if (!isHtml(one)) continue;
      const allowed = sourcesOf(policyOf(one), 'script-src');
      hold(
        !allowed.some((source) => /unsafe|\*|^https?:|^data:/.test(source)),
        `${one.path} runs ${allowed}`,
      );
      hold(!SCRIPTS.some((text) => one.text.includes(text)), `${one.path} has a script of ours`);
    }
    const json = replies.some(({ text }) => text.includes('alert(1)'));
    hold(json, 'nothing of what was written can be read at all');
    for (const { html, subject } of await mailsTo(world, home.email))
      hold(!/<(script|img src=x|svg\/|iframe)/i.test(`${html}${subject}`), 'a mail has a script');
    const pages = replies.filter(isHtml).length;
    return `${pages} pages run no foreign script, and ${replies.length - pages} replies are no pages`;
  },
};

const PICTURES = [
  ...[
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'http://tracker.example/a',
  ],
  ...['//tracker.example/a.png', 'file:///etc/passwd', 'ftp://tracker.example/a.png', '\\\\a\\b'],
  ...['https://user:word@tracker.example/a.png', 'HTTPS://tracker.example/a.png?child=Mia', ' '],
  ...['https://', 'https://tracker.example/\na.png', 'vbscript:x', 'blob:https://x/y'],
];

const pictures: Attack = {
  threat: 'T49',
  tried: 'pictures of goals that run, track, or read files, by parent and child, new and changed',
  attack: async (world) => {
    const home = await family(world);
    const { parent } = home;
    const kid = await childSignIn(world, home);
    const since = world.said().length;
    const goal = { title: 'A kite', description: 'Red', targetAmount: '0.001' };
    const { id } = (await parent.must('POST', '/api/family-goals', goal)) as { id: string };
    for (const imageUrl of PICTURES)
      for (const who of [parent, kid]) {
        await who.send('POST', '/api/family-goals', { ...goal, imageUrl });
        await who.send('PATCH', `/api/family-goals/${id}`, { imageUrl });
      }
    const { text } = await parent.get('/api/family-goals');
    const kept = (JSON.parse(text) as { imageUrl: string | null }[]).map((one) => one.imageUrl);
    for (const url of kept.filter((one) => one !== null))
      hold(/^https:\/\/[^@\s]+$/i.test(url), `a goal keeps the picture ${url}`);
    for (const path of ['/dashboard', '/family-goals']) {
      const page = await kid.get(path);
      const foreign = sourcesOf(policyOf(page), 'img-src').filter((one) => !OWN.test(one));
      hold(foreign.length === 0, `${path} loads pictures from ${foreign}`);
    }
    await sleep(1_000);
    const asked = world.said().slice(since).includes('asked for tracker.example');
    hold(!asked, 'the program fetched a picture');
    return `${PICTURES.length} addresses, four times each: none is loaded by a page or the program`;
  },
};

/** This server’s own sources, or made by the page itself. */
const OWN = /^('self'|'none'|data:|blob:|'sha\d+-[^']+'|'nonce-[^']+'|'wasm-unsafe-eval')$/;

const thirdParties: Attack = {
  threat: 'T50',
  tried: 'every page and what it loads, for anything of another site, and for a stranger’s cookie',
  attack: async (world) => {
    const home = await family(world);
    const kid = await childSignIn(world, home);
    let parts = 0;
    for (const who of [kid, visitor(world)])
      for (const path of PAGES) {
        const page = await who.get(path);
        if (!isHtml(page)) continue;
        for (const [kind, sources] of policyOf(page)) {
          const foreign = sources.filter((one) => kind.endsWith('-src') && !OWN.test(one));
          hold(foreign.length === 0, `${path} may reach ${foreign} as ${kind}`);
        }
        const loads = [
          ...page.text.matchAll(/<(?:script|link|img|iframe)[^>]*?(?:src|href)="([^"]+)/g),
        ];
        for (const [, url = ''] of loads) {
          parts += 1;
          const isOwn = new URL(url, world.origin).origin === world.origin;
          hold(isOwn || url.startsWith('data:'), `${path} loads ${url}`);
        }
      }
    const stranger = visitor(world);
    await stranger.get('/');
    hold(stranger.cookies.size === 0, `a visitor gets the cookies ${[...stranger.cookies.keys()]}`);
    hold(parts > 20, `only ${parts} parts were seen`);
    return `${parts} parts are this server’s, no page may reach another, and visitors get no cookie`;
  },
};

const INJECTIONS = [
  "' OR '1'='1",
  "'; UPDATE account SET balance_sats = 0; --",
  '1); DROP TABLE entry; --',
  "' UNION SELECT token_hash::text FROM session --",
  "'||pg_sleep(20)||'",
  '$$; SELECT pg_sleep(20); $$',
  "\\'; SELECT set_config('satling.family', 'x', false); --",
];

const injected: Attack = {
  threat: 'T61',
  tried: 'statements in every id, query and field of every call, by a parent, a child and nobody',
  attack: async (world) => {
    const [home, other] = [await family(world), await family(world, { name: 'Theodora' })];
    await book(other.parent, other.childId, 'bonus', '0.00023456');
    const before = (await other.parent.get('/api/transactions')).text;
    const kid = await childSignIn(world, home);
    const calls = (await callsOf(world)).filter(({ path }) => !ENDS.test(path));
    let asked = 0;
    for (const who of [home.parent, kid, visitor(world)])
      for (const { method, path } of calls)
        for (const text of INJECTIONS) {
          const body = { method, ...(method !== 'GET' && { body: fields(text) }) };
          const query = method === 'GET' ? `?${new URLSearchParams(fields(text))}` : '';
          const began = performance.now();
          const reply = await who.ask(`${withId(path, text)}${query}`, body);
          asked += 1;
          hold(reply.status !== 500, `${method} ${path} crashed: ${reply.text}`);
          hold(!/Theodora|00023456/.test(reply.text), `${method} ${path} shows another family`);
          hold(performance.now() - began < 15_000, `${method} ${path} slept`);
        }
    for (const text of INJECTIONS) {
      const began = performance.now();
      for (const { status, text: said } of await write(home, text))
        hold(status !== 500, `${text} crashed: ${said}`);
      const request = { childId: home.childId, amount: '0.00001', reason: text };
      const { status } = await kid.send('POST', '/api/withdrawal-requests', request);
      hold(status !== 500 && performance.now() - began < 15_000, `${text} ran in a reason`);
      const found = await home.parent.get(`/api/transactions?${new URLSearchParams({ text })}`);
      hold(found.status === 200, `a search for ${text} fails: ${found.text}`);
    }
    hold((await other.parent.get('/api/transactions')).text === before, 'another book changed');
    return `${asked} requests ran nothing, and another family’s book is as it was`;
  },
};

/** Calls that would only end the session or family used here. */
const ENDS = /logout|deletion|leave|hand-over|sessions|events/;

const fields = (text: string): Record<string, string> => ({
  ...{ childId: text, amount: text, description: text, reason: text, title: text, name: text },
  ...{ cursor: text, before: text, month: text, year: text, email: text, id: text, order: text },
});

export const pages: readonly Attack[] = [...[scripts, pictures, thirdParties, injected]];
