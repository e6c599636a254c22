/** Umbrel's folder, compared with compose.yaml and package.json: it cannot be installed here. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '../../src/server/setting-names.ts';

type Service = { image: string; volumes: string[]; environment: Record<string, unknown> };
type Compose = { services: { app_proxy: Service; app: Service; database: Service } };

const folder = 'deploy/umbrel/satling';
const read = (file: string) => parse(readFileSync(file, 'utf8'));
const { app_proxy, app, database } = (read(`${folder}/docker-compose.yml`) as Compose).services;
const ours = (read('compose.yaml') as Compose).services;

/** Limits of a container to the bare minimum. */
const LIMITS = ['mem_limit', 'pids_limit', 'read_only', 'tmpfs', 'cap_drop', 'security_opt'];

test('names this version, and the port that the program listens on', () => {
  const { name, version } = read('package.json');
  expect(read(`${folder}/umbrel-app.yml`)).toMatchObject({ id: name, version });
  expect(app.image).toContain(`/${name}:${version}@sha256:`);
  expect(app.environment).toMatchObject({ HOST: '0.0.0.0', PORT: 3000, DATA_DIR: '/data' });
  expect(app_proxy.environment).toMatchObject({ APP_HOST: `${name}_app_1`, APP_PORT: 3000 });
});

test('gives only settings that exist, and runs the PostgreSQL of compose.yaml', () => {
  expect(SETTINGS).toEqual(expect.arrayContaining(Object.keys(app.environment)));
  expect(database.image).toBe(ours.database.image);
});

test.each(['app', 'database'] as const)(
  'limits %s as compose.yaml does, and keeps the same folder',
  (name) => {
    const [here, there] = [{ app, database }[name], ours[name]];
    const limits = (service: object) => LIMITS.map((limit) => [limit, service[limit as never]]);
    expect(limits(here)).toEqual(limits(there));
    const inside = ({ volumes }: Service) => volumes.map((volume) => volume.split(':')[1]);
    expect(inside(here)).toEqual(inside(there));
    // Umbrel copies the folder, and would otherwise make this one as root.
    expect(here.volumes[0]).toContain(`/data/${name}:`);
    expect(existsSync(`${folder}/data/${name}/.gitkeep`)).toBe(true);
  },
);
