/** Before `npm test`: a browser for the browser tests, and the built pages. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Places to look for Chromium, in order; CHROMIUM overrides them. */
const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const found = () => places.find((place) => place && existsSync(place));

if (!found() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
  console.log('Installing Chromium for the browser tests …');
  const options = {
    stdio: 'ignore' as const,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], options);
}
if (!found()) {
  console.error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium) or name it in CHROMIUM.',
  );
  process.exit(1);
}
execFileSync(process.execPath, ['scripts/build-if-stale.ts'], { stdio: 'inherit' });
