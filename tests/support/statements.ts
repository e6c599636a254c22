/**
 * A server's traffic to its database, recorded by a relay between the two (PostgreSQL's protocol
 * 3.0), without changing the program or the driver.
 */
import { connect, createServer, type Socket } from 'node:net';
import { APP_ROLE } from '../../src/server/db/open.ts';
import type { Address } from '../../src/server/db/sql.ts';
import { adminOf } from './address.ts';

/** By connection. Anything sent after all replies so far is a new round trip. */
export type Sent = {
  statements: string[];
  /** Statements to be planned: once per connection. */
  prepared: string[];
  roundTrips: number;
};

export type Relay = {
  address: Address;
  /** Each connection's traffic during the work, if any. */
  during(work: () => Promise<unknown>): Promise<Sent[]>;
  /**
   * From now on nothing passes and nothing is closed, as if the database had stopped responding.
   */
  pause(): void;
  resume(): void;
  /** Breaks every connection and accepts no new one, until `restore`. */
  cut(): void;
  restore(): void;
  /** The next COMMIT is made, but the connection breaks before its reply arrives. */
  loseNextCommit(): void;
  close(): Promise<void>;
};

/** What a relay changes in requests, and reads in replies. */
type Taps = {
  /** Options of each new connection, as one text. */
  settings?: (asked: string) => string;
  notice?: (text: string) => void;
};

export async function startRelay(to: Address, taps: Taps = {}): Promise<Relay> {
  const connections = new Set<Sent>();
  const login = ('url' in to && to.app.login) || { user: APP_ROLE, password: '' };
  const { host, port, user, password = '', database } = { password: undefined, ...adminOf(to) };
  const sockets = new Set<Socket>();
  const faults = newFaults(sockets);
  const server = createServer((program) => {
    if (faults.isCut()) return void program.destroy();
    const upstream =
      'url' in to ? connect(port, host) : connect(`${to.socketDir}/.s.PGSQL.${to.port}`);
    const sent: Sent = { statements: [], prepared: [], roundTrips: 0 };
    let isCommitting = false;
    connections.add(sent);
    let open = 1; // the greeting
    const fromProgram = reader(true, (kind, statement) => {
      if (kind === 'S' || kind === 'Q') {
        if (open === 0) sent.roundTrips += 1;
        open += 1;
      }
      if (kind === 'P') sent.prepared.push(statement as string);
      else if (statement !== undefined) sent.statements.push(statement);
      if (statement === 'COMMIT' && faults.takeCommit()) isCommitting = true;
    });
    const fromDatabase = reader(false, (kind, _, body) => {
      if (kind === 'Z') open -= 1;
      if (kind === 'N') taps.notice?.(body.toString());
    });
    let greets = taps.settings;
    program.on('data', (bytes) => {
      fromProgram(bytes);
      upstream.write(greets ? withSettings(bytes, greets) : bytes);
      greets = undefined;
    });
    upstream.on('data', (bytes) =>
      turnsLater(() => {
        fromDatabase(bytes);
        if (isCommitting && bytes.includes('COMMIT\0')) return void program.destroy();
        program.write(bytes);
      }),
    );
    for (const [one, other] of [
      [program, upstream],
      [upstream, program],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      if (faults.isPaused()) one.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`postgres://127.0.0.1/${database}`);
  Object.assign(url, { username: user, password: password });
  url.port = String((server.address() as { port: number }).port);
  return {
    address: { url: url.href, app: { url: url.href, login } },
    during: async (work) => {
      for (const one of connections)
        Object.assign(one, { statements: [], prepared: [], roundTrips: 0 });
      await work();
      return [...connections].filter(({ statements }) => statements.length > 0);
    },
    ...faults.acts,
    close: async () => {
      for (const one of sockets) one.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function newFaults(sockets: ReadonlySet<Socket>) {
  let isPaused = false;
  let isCut = false;
  let losesCommit = false;
  const acts: Pick<Relay, 'pause' | 'resume' | 'cut' | 'restore' | 'loseNextCommit'> = {
    pause: () => {
      isPaused = true;
      for (const one of sockets) one.pause();
    },
    resume: () => {
      isPaused = false;
      for (const one of sockets) one.resume();
    },
    cut: () => {
      isCut = true;
      for (const one of sockets) one.destroy();
    },
    restore: () => {
      isCut = false;
    },
    loseNextCommit: () => {
      losesCommit = true;
    },
  };
  const takeCommit = () => {
    const taken = losesCommit;
    losesCommit = false;
    return taken;
  };
  return { acts, takeCommit, isPaused: () => isPaused, isCut: () => isCut };
}

/** The first message: its length, the version, and the options. */
function withSettings(greeting: Buffer, change: (asked: string) => string): Buffer {
  const settings = Buffer.from(change(greeting.toString('latin1', 8)), 'latin1');
  const head = Buffer.from(greeting.subarray(0, 8));
  head.writeUInt32BE(8 + settings.length);
  return Buffer.concat([head, settings]);
}

/** Data sent without waiting should arrive before a reply. */
function turnsLater(work: () => void, turns = 10): void {
  setImmediate(() => (turns === 0 ? work() : turnsLater(work, turns - 1)));
}

/** Calls `on` with the letter of each message, and with the statement that it plans or executes. */
type OnMessage = (kind: string, statement: string | undefined, body: Buffer) => void;

function reader(isProgram: boolean, on: OnMessage) {
  const prepared = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let hasStarted = !isProgram; // a program's first message has no letter
  const read = (kind: string, body: Buffer) => {
    const text = (from: number) => body.toString('utf8', from, body.indexOf(0, from));
    const second = () => text(Buffer.byteLength(text(0)) + 1);
    if (isProgram && kind === 'P') prepared.set(text(0), second());
    if (isProgram && kind === 'Q') on(kind, text(0), body);
    else if (isProgram && kind === 'P') on(kind, second(), body);
    else if (isProgram && kind === 'B') on(kind, prepared.get(second()) ?? '?', body);
    else on(kind, undefined, body);
  };
  return (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const head = hasStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readUInt32BE(head);
      if (rest.length < length) return;
      if (hasStarted) read(String.fromCharCode(rest[0] as number), rest.subarray(5, length));
      hasStarted = true;
      rest = rest.subarray(length);
    }
  };
}
