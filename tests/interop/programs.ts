/**
 * The programs for the interop tests: bitcoind and Electrum, as packaged by Debian. Those missing
 * on this machine are fetched with apt and unpacked, never installed.
 */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const run = promisify(execFile);
/** Deadline for fetching everything; a slow mirror must not hold up the run. */
const FETCHED_BY = performance.now() + 120_000;
const inTime = () => ({ timeout: Math.max(1_000, Math.round(FETCHED_BY - performance.now())) });
/** For later runs. */
const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/interop');

export type Program = { command: string[]; env: Record<string, string> };
/** `command` is its Python, `program` the starter. */
export type Electrum = Program & { program: string };
type Programs = { bitcoind: Program | undefined; electrum: Electrum | undefined };

declare module 'vitest' {
  interface ProvidedContext {
    programs: Programs;
  }
}

export async function setup(project: TestProject): Promise<void> {
  const bitcoind = await found('bitcoind', findBitcoind);
  const electrum = await found('Electrum', findElectrum);
  project.provide('programs', { bitcoind, electrum });
}

/** Undefined if it can't be had, with the reason on the console. */
async function found<Found>(name: string, find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find();
  } catch (error) {
    const why = (error as Error).message.trim().split('\n').at(-1);
    console.log(`${name} cannot be had here, its tests are not run and count as skipped: ${why}`);
    return undefined;
  }
}

async function findBitcoind(): Promise<Program> {
  const own = await run('bitcoind', ['--version']).catch(() => undefined);
  if (own) return { command: ['bitcoind'], env: {} };
  const root = join(FOLDER, 'bitcoind');
  if (globSync(`${root}/usr/bin/bitcoind`).length === 0)
    await unpack(root, ['bitcoin-knots'], (name) => /^(lib|bitcoin-knots$)/.test(name));
  const [program] = globSync(`${root}/usr/bin/bitcoind`);
  return { command: [...loaderOf(root, 'libstdc++.so.6'), complete(program)], env: {} };
}

/** Electrum without its window: Python, libraries, and itself. */
const PARTS = /^(lib(python3|c6$|gcc|stdc|expat|ssl|bz2|ffi|lzma|sqlite|uuid|secp|z)|zlib|python3)/;
const WINDOW = /qt|sass|qdark|watchdog|-pil$/;

/** The newest, because older ones have no NWC service. Its Python is from the same release. */
async function findElectrum(): Promise<Electrum> {
  const root = join(FOLDER, 'electrum-unstable');
  if (globSync(`${root}/usr/bin/electrum`).length === 0)
    await unpack(
      root,
      ['python3-electrum', 'electrum'],
      (name) => PARTS.test(name) && !WINDOW.test(name),
    );
  const [program] = globSync(`${root}/usr/bin/electrum`);
  const [python] = globSync(`${root}/usr/bin/python3.[0-9]*`);
  const packages = `${root}/usr/lib/python3/dist-packages`;
  return {
    command: [...loaderOf(root, 'libsecp256k1.so.*'), complete(python)],
    env: { PYTHONHOME: `${root}/usr`, PYTHONPATH: packages },
    program: complete(program),
  };
}

/** Runs a program with the libraries it was built for, which may be newer than this machine's. */
function loaderOf(root: string, library: string): string[] {
  const [loader] = globSync(`${root}/usr/lib*/**/ld-linux*.so.*`);
  const [found] = globSync(`${root}/usr/lib/*/${library}`);
  return [complete(loader), '--library-path', dirname(complete(found))];
}

function complete(path: string | undefined): string {
  if (path === undefined) throw new Error('The package is incomplete');
  return path;
}

let unstable: Promise<string[]> | undefined;

/** Options for Debian's unstable release, from the mirror that this machine uses anyway. */
async function readUnstable(): Promise<string[]> {
  const state = join(FOLDER, 'apt');
  await mkdir(join(state, 'lists/partial'), { recursive: true });
  await mkdir(join(state, 'cache/archives/partial'), { recursive: true });
  const { stdout: targets } = await run('apt-get', [
    ...['indextargets', '--format', '$(ORIGIN) $(REPO_URI)', 'Created-By: Packages'],
  ]);
  const mirror = /^Debian (\S+)/m.exec(targets)?.[1];
  if (!mirror) throw new Error('This machine has no mirror of Debian');
  await writeFile(join(state, 'sources.list'), `deb ${mirror} unstable main\n`);
  await writeFile(join(state, 'status'), '');
  const apart = [
    ...['-o', `Dir::Etc::sourcelist=${state}/sources.list`, '-o', 'Dir::Etc::sourceparts=-'],
    ...['-o', `Dir::State::lists=${state}/lists`, '-o', `Dir::Cache=${state}/cache`],
    // As if nothing were installed, to include a program's dependencies.
    ...['-o', `Dir::State::status=${state}/status`, '-o', 'APT::Sandbox::User=root'],
  ];
  await run('apt-get', [...apart, 'update'], inTime());
  return apart;
}

/** Unpacks packages and the dependencies of the first, as far as `isNeeded` allows. */
async function unpack(
  root: string,
  [first = '', ...others]: readonly string[],
  isNeeded: (name: string) => boolean,
): Promise<void> {
  unstable ??= readUnstable();
  const options = await unstable;
  const debs = `${root}-packages`;
  await mkdir(debs, { recursive: true });
  await mkdir(root, { recursive: true });
  const wish = ['--simulate', '--no-install-recommends', 'install', first];
  const { stdout } = await run('apt-get', [...options, ...wish], inTime());
  const names = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, one]) => one as string);
  await run('apt-get', [...options, 'download', ...names.filter(isNeeded), ...others], {
    cwd: debs,
    ...inTime(),
  });
  for (const deb of globSync(`${debs}/*.deb`)) await run('dpkg', ['-x', deb, root]);
}
