/**
 * Other people's programs for the interop tests: bitcoind and Electrum, as Debian packages them.
 * What this machine does not have is fetched with apt and unpacked, never installed.
 */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const run = promisify(execFile);
/** A slow mirror must not hold up the run: everything that is fetched is here by then. */
const FETCHED_BY = performance.now() + 120_000;
const inTime = () => ({ timeout: Math.max(1_000, Math.round(FETCHED_BY - performance.now())) });
/** Kept between runs. */
const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/interop');

export type Program = { command: string[]; env: Record<string, string> };
type Programs = { bitcoind: Program | undefined; electrum: Program | undefined };

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

/** Undefined, with the reason on the console, where it cannot be had. */
async function found(name: string, find: () => Promise<Program>): Promise<Program | undefined> {
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
  if (globSync(`${root}/usr/bin/bitcoind`).length === 0) await fetchBitcoind(root);
  const [loader] = globSync(`${root}/usr/lib*/**/ld-linux*.so.*`);
  const [library] = globSync(`${root}/usr/lib/*/libstdc++.so.6`);
  const [program] = globSync(`${root}/usr/bin/bitcoind`);
  if (!loader || !library || !program) throw new Error('The package is incomplete');
  // With the libraries it was built for, which may be newer than this machine's.
  return { command: [loader, '--library-path', dirname(library), program], env: {} };
}

/** From Debian's unstable release, of the mirror that this machine uses anyway. */
async function fetchBitcoind(root: string): Promise<void> {
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
    // As if nothing was installed: its libraries come along.
    ...['-o', `Dir::State::status=${state}/status`, '-o', 'APT::Sandbox::User=root'],
  ];
  await run('apt-get', [...apart, 'update'], inTime());
  await unpack(root, apart, 'bitcoin-knots', (name) => /^(lib|bitcoin-knots$)/.test(name));
}

async function findElectrum(): Promise<Program> {
  const python = ['python3'];
  const own = await run('python3', ['-c', 'import electrum']).catch(() => undefined);
  if (own) return { command: python, env: {} };
  const root = join(FOLDER, 'electrum');
  const packages = join(root, 'usr/lib/python3/dist-packages');
  if (globSync(`${packages}/electrum`).length === 0)
    await unpack(root, [], 'python3-electrum', (name) => /^(python3-|libsecp|libproto)/.test(name));
  const [library] = globSync(`${root}/usr/lib/*/libsecp256k1.so.*`);
  if (!library) throw new Error('The package is incomplete');
  return { command: python, env: { PYTHONPATH: packages, LD_LIBRARY_PATH: dirname(library) } };
}

/** Unpacks a package and those that it needs and that are missing, as far as `isNeeded` says. */
async function unpack(
  root: string,
  options: readonly string[],
  name: string,
  isNeeded: (name: string) => boolean,
): Promise<void> {
  const debs = `${root}-packages`;
  await mkdir(debs, { recursive: true });
  await mkdir(root, { recursive: true });
  const wish = ['--simulate', '--no-install-recommends', 'install', name];
  const { stdout } = await run('apt-get', [...options, ...wish], inTime());
  const names = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, one]) => one as string);
  await run('apt-get', [...options, 'download', ...names.filter(isNeeded)], {
    cwd: debs,
    ...inTime(),
  });
  for (const deb of globSync(`${debs}/*.deb`)) await run('dpkg', ['-x', deb, root]);
}
