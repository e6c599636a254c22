/** Tries every way off the machine that machine.ts blocks; prints what got through. */
import { createSocket } from 'node:dgram';
import { lookup, promises, Resolver, resolve4 } from 'node:dns';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

const NAME = 'satling.example';
const OUTSIDE = '192.0.2.1';
const PATIENCE_MS = 2_000;

type Done = (error: Error | null, found?: unknown) => void;
const tried = (act: (done: Done) => void) =>
  new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(true), PATIENCE_MS).unref();
    try {
      act((error) => resolve(error === null || !isOurs(error)));
    } catch (error) {
      resolve(!isOurs(error as Error));
    }
  });

/** The machine's own refusals. Any other error: a real resolver was used. */
const isOurs = (error: Error & { code?: string }): boolean =>
  error.message.startsWith('The attack answers') ||
  error.code === 'ERR_IP_BLOCKED' ||
  (error.cause instanceof Error && isOurs(error.cause));

const ways: Record<string, (done: Done) => void> = {
  'dns.lookup': (done) => lookup(NAME, done),
  'dns.resolve4': (done) => resolve4(NAME, done),
  'dns.Resolver': (done) => new Resolver().resolve4(NAME, done),
  'dns.promises': (done) => void promises.lookup(NAME).then(() => done(null), done),
  'dns.promises.Resolver': (done) =>
    void new promises.Resolver().resolve4(NAME).then(() => done(null), done),
  fetch: (done) => void fetch(`https://${NAME}/`).then(() => done(null), done),
  'fetch an address': (done) => void fetch(`http://${OUTSIDE}/`).then(() => done(null), done),
  tcp: (done) => connect(443, OUTSIDE, () => done(null)).on('error', done),
  'tcp to a name': (done) => connect(443, NAME, () => done(null)).on('error', done),
  tls: (done) => connectTls(443, OUTSIDE, {}, () => done(null)).on('error', done),
  udp: (done) => createSocket('udp4').send('x', 53, OUTSIDE, done),
};

const open: string[] = [];
for (const [name, act] of Object.entries(ways)) if (await tried(act)) open.push(name);
process.stdout.write(open.join(', '));
process.exit(open.length === 0 ? 0 : 1);
