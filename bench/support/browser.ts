/** Headless Chromium, as configured by the person or the machine. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const KNOWN = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function launch(args: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? KNOWN.find((path) => existsSync(path));
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking', ...args],
  });
}
