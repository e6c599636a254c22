/**
 * The machine that an attacked program runs on: loaded by `node --import` before the program, it
 * answers every name itself, lets no connection leave loopback, and keeps a clock that an attack
 * can set. What the program looks up and dials is printed.
 *
 * ATTACK_NAMES: JSON, the addresses of each name, which are given out in turn. On standard input
 * `clock <ms ahead>` sets the clock.
 */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net, { BlockList, Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const print = (line: string) => process.stderr.write(`Machine: ${line}\n`);

const names = JSON.parse(process.env.ATTACK_NAMES ?? '{}') as Record<string, string[]>;
const asked = new Map<string, number>();

function addressOf(name: string): string | undefined {
  if (net.isIP(name) || name === 'localhost') return net.isIP(name) ? name : '127.0.0.1';
  const times = asked.get(name) ?? 0;
  asked.set(name, times + 1);
  const all = names[name];
  const address = all?.[times % all.length];
  print(`asked for ${name}, answered ${address ?? 'nothing'}`);
  return address;
}

const unknown = (name: string) =>
  Object.assign(new Error(`The attack answers no such name: ${name}`), { code: 'ENOTFOUND' });

type Done = (error: Error | null, found?: unknown, family?: number) => void;

function lookup(name: string, given: { all?: boolean } | Done | number, last?: Done): void {
  const done = (last ?? given) as Done;
  const address = addressOf(name);
  const family = net.isIP(address ?? '');
  const wantsAll = typeof given === 'object' && given.all;
  queueMicrotask(() => {
    if (address === undefined) done(unknown(name));
    else if (wantsAll) done(null, [{ address, family }]);
    else done(null, address, family);
  });
}

const refuse = (what: string) => () => {
  print(`refused ${what}`);
  throw unknown(what);
};

const promised = async (name: string, options: { all?: boolean } = {}) =>
  new Promise((resolve, reject) =>
    lookup(name, options, (error, address, family) =>
      error ? reject(error) : resolve(options.all ? address : { address, family }),
    ),
  );

/** Blocks every other resolver. */
function answerNames(): void {
  Object.assign(dns, { lookup });
  Object.assign(dns.promises, { lookup: promised });
  const places = [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype];
  for (const place of places as object[])
    for (const name of [...Object.getOwnPropertyNames(place), 'resolve', 'reverse'])
      if (/^(resolve|reverse|lookupService)/.test(name))
        Object.assign(place, { [name]: refuse(`dns.${name}`) });
  for (const name of ['send', 'connect'])
    Object.assign(dgram.Socket.prototype, { [name]: refuse(`dgram.${name}`) });
}

function keepInside(): void {
  const outside = new BlockList();
  outside.addRange('0.0.0.0', '126.255.255.255');
  outside.addRange('128.0.0.0', '255.255.255.255');
  outside.addRange('::2', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ipv6');
  const { connect } = Socket.prototype;
  function guarded(this: Socket, ...given: unknown[]): Socket {
    const [first, second] = Array.isArray(given[0]) ? given[0] : given;
    const options = typeof first === 'object' ? first : { port: first, host: second };
    if (options.path) return connect.apply(this, given as never);
    this.on('connectionAttempt', (address, port) => print(`dialled ${address}:${port}`));
    this.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_IP_BLOCKED') print(`kept inside: ${error.message}`);
    });
    Object.assign(this, { blockList: outside });
    return connect.apply(this, given as never);
  }
  Object.assign(Socket.prototype, { connect: guarded });
}

/** `Date` is ahead by this; timers are unaffected. */
let aheadMs = 0;

function keepClock(): void {
  const Real = Date;
  class Shifted extends Real {
    constructor(...given: number[]) {
      super(...((given.length === 0 ? [Real.now() + aheadMs] : given) as [number]));
    }
    static override now() {
      return Real.now() + aheadMs;
    }
  }
  globalThis.Date = Shifted as DateConstructor;
  process.stdin.on('data', (bytes) => {
    const [, ms] = /clock (-?\d+)/.exec(String(bytes)) ?? [];
    if (ms === undefined) return;
    aheadMs = Number(ms);
    print(`the clock is ahead by ${aheadMs}`);
  });
}

answerNames();
keepInside();
syncBuiltinESMExports();
if (isMainThread) {
  keepClock();
  print('answers every name');
}
