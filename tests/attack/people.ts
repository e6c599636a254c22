/** People and strangers at a started program: raw HTTP requests, a browser's cookies, mails. */
import { request } from 'node:http';
import PostalMime from 'postal-mime';
import { until } from '../../testkit/chain/until.ts';
import type { Received } from '../support/smtp.ts';

export type Reply = {
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
  /** The parsed JSON. */
  body: never;
};

export type Asking = {
  method?: string;
  /** An object is sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
};

/** A browser, or a client posing as one. */
export type Visitor = {
  cookies: Map<string, string>;
  ip: string;
  ask: (path: string, asking?: Asking) => Promise<Reply>;
  get: (path: string, headers?: Record<string, string>) => Promise<Reply>;
  send: (method: string, path: string, body?: unknown) => Promise<Reply>;
  /** The same, but throws unless it succeeds. */
  must: (method: string, path: string, body?: unknown) => Promise<never>;
};

export type Place = {
  port: number;
  origin: string;
  inbox: readonly Received[];
  /** Everything that must not appear elsewhere: tokens, codes, cookies. */
  secrets: Set<string>;
};

let networks = 0;

/** Each visitor has its own network, as reported by the proxy in front of the program. */
export function visitor(place: Place, ip = nextNetwork()): Visitor {
  const cookies = new Map<string, string>();
  const ask = async (path: string, { method = 'GET', body, headers }: Asking = {}) => {
    const isText = typeof body === 'string' || Buffer.isBuffer(body);
    const payload = body === undefined || isText ? body : JSON.stringify(body);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await exchange(place.port, path, method, payload as string, {
      host: new URL(place.origin).host,
      'x-forwarded-for': ip,
      ...(method !== 'GET' && { origin: place.origin, 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...headers,
    });
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
      if (value.length > 30) place.secrets.add(value);
    }
    return reply;
  };
  const send = (method: string, path: string, body: unknown = {}) => ask(path, { method, body });
  return {
    ...{ cookies, ip, ask, send },
    get: (path, headers = {}) => ask(path, { headers }),
    must: async (method, path, body) => {
      const reply = await (method === 'GET' ? ask(path) : send(method, path, body));
      if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
      return reply.body;
    },
  };
}

function nextNetwork(): string {
  networks += 1;
  return `20.${networks >> 8}.${networks & 255}.7`;
}

function exchange(
  port: number,
  path: string,
  method: string,
  payload: string | undefined,
  headers: Record<string, string>,
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) };
  const asking = request(
    { host: '127.0.0.1', port, path, method, headers: { ...headers, ...length }, agent: false },
    async (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      try {
        for await (const part of incoming) text += part;
      } catch (error) {
        return reject(error);
      }
      const isJson = String(incoming.headers['content-type']).startsWith('application/json');
      const body = (isJson && text ? JSON.parse(text) : undefined) as never;
      resolve({ status: incoming.statusCode ?? 0, text, headers: incoming.headers, body });
    },
  );
  asking.on('error', reject);
  asking.end(payload);
  return promise;
}

/** An address's mails so far, as its owner reads them. */
export async function mailsTo({ inbox }: Place, email: string) {
  const raw = inbox.filter(({ to }) => to.includes(email)).map((mail) => mail.raw);
  return Promise.all(raw.map((text) => PostalMime.parse(text)));
}

/** The newest mail to an address, once there are this many. */
export async function nthMail(place: Place, email: string, count = 1) {
  await until(() => place.inbox.filter(({ to }) => to.includes(email)).length >= count, email);
  const mail = (await mailsTo(place, email))[count - 1];
  return mail?.text ?? '';
}

export function linkIn(place: Place, text: string): { link: string; token: string; code: string } {
  const link = /https?:\S+token=[\w-]+/.exec(text)?.[0] ?? '';
  const token = /token=([\w-]+)/.exec(text)?.[1] ?? '';
  const code = /^(\d{4}) (\d{4})\s*$/m.exec(text)?.slice(1).join('') ?? '';
  place.secrets.add(token);
  return { link, token, code };
}

/** Requests a link and reads the mail, like anyone who signs in. */
export async function askForLink(place: Place, who: Visitor, email: string) {
  // New devices are mailed about too; only link mails count.
  const links = async () =>
    (await mailsTo(place, email)).filter(({ text }) => text?.includes('token='));
  const before = (await links()).length;
  const reply = await who.send('POST', '/api/auth/magic-link', { email });
  await until(async () => (await links()).length > before, email);
  return { reply, ...linkIn(place, (await links())[before]?.text ?? '') };
}

export async function signIn(place: Place, email: string, who = visitor(place)): Promise<Visitor> {
  const { token } = await askForLink(place, who, email);
  await who.must('POST', '/api/auth/verify', { token, timeZone: 'UTC' });
  return who;
}

export type Family = { parent: Visitor; email: string; childId: string };

let families = 0;
export const freshEmail = (name: string): string => `${name}${++families}@families.example`;

/** A new family with one child. */
export async function family(place: Place, over: object = {}): Promise<Family> {
  const email = freshEmail('parent');
  const parent = await signIn(place, email);
  return { parent, email, childId: await child(parent, over) };
}

export async function child(parent: Visitor, over: object = {}): Promise<string> {
  const body = { name: 'Mia', age: 9, weeklyAllowance: '1000', allowanceDay: 3, ...over };
  return ((await parent.must('POST', '/api/children', body)) as { id: string }).id;
}

/** An invited person signs in and joins. */
async function join(place: Place, email: string): Promise<Visitor> {
  const who = await signIn(place, email);
  const [invitation] = (await who.must('GET', '/api/invitations')) as { id: string }[];
  await who.must('POST', `/api/invitations/${invitation?.id}/join`);
  return who;
}

export async function childSignIn(place: Place, { parent, childId }: Family): Promise<Visitor> {
  const email = freshEmail('child');
  await parent.must('POST', `/api/children/${childId}/sign-in`, { email });
  return join(place, email);
}

export async function spouse(place: Place, { parent }: Family): Promise<Visitor> {
  const email = freshEmail('spouse');
  await parent.must('POST', '/api/family/invite-spouse', { email });
  return join(place, email);
}

/** Books an amount of sats. */
export const book = (who: Visitor, childId: string, type: string, amount: string) =>
  who.send('POST', '/api/transactions', { childId, type, amount, description: 'Test' });
