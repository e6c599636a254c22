/** A server on the real clock for a test file, because invoices and wallets use it. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { ON_REGTEST, startApp, type TestApp } from './app.ts';

/** @param use gets it before the first test; each test begins at the current time */
export function onRealClock(use: (app: TestApp) => void): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ at: new Date().toISOString(), ...ON_REGTEST });
    use(app);
  });
  afterAll(() => app.close());
  beforeEach(() => {
    app.clock.now = new Date();
  });
}
