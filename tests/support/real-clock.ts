/** A server for the tests of a file that goes by the real clock, as invoices and wallets do. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { ON_REGTEST, startApp, type TestApp } from './app.ts';

/** @param use gets it before the first test; each test begins at the time it is */
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
