/**
 * `npm run release`: the files of a release in dist: the archive, the image if Docker is available,
 * and their checksums.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

await import('./pack.ts');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const image = `dist/satling-${version}.image.tar`;
if (spawnSync('docker', ['version'], { stdio: 'ignore' }).status === 0) {
  execFileSync('docker', ['build', '--tag', `satling:${version}`, '.'], { stdio: 'inherit' });
  execFileSync('docker', ['save', '--output', image, `satling:${version}`], { stdio: 'inherit' });
} else console.log('Without Docker there is no image in this release.');

const sums = globSync(`dist/satling-${version}.{tgz,image.tar}`)
  .sort()
  .map(
    (file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}`,
  );
writeFileSync('dist/SHA256SUMS', `${sums.join('\n')}\n`);
console.log(sums.join('\n'));
