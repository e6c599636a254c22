/** For most browser tests: a server and a browser, shared by a file's tests. */
import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { type Launch, launch, originOf } from './browser.ts';
import { type Program, startProgram } from './program.ts';

type Options = NonNullable<Parameters<typeof startApp>[0]>;
type AppAndBrowser = { app: TestApp; browser: Browser; origin: string };

/** The server on a fresh database, listening, with a clock that the test moves. */
export async function appAndBrowser(
  options: Options = {},
  how: Launch = {},
): Promise<AppAndBrowser> {
  const [app, browser] = await Promise.all([startApp(options), launch(how)]);
  afterAll(async () => {
    await browser.close();
    await app.close();
  });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  return { app, browser, origin: originOf(app) };
}

/** Two instances of it on one database. */
export async function twoAppsAndBrowser(): Promise<AppAndBrowser & { second: TestApp }> {
  const first = await appAndBrowser();
  const second = await startApp({ address: first.app.address });
  // Closed in reverse order, and pages must have no open connection by then.
  afterAll(async () => {
    await first.browser.close();
    await second.close();
  });
  await second.app.listen({ port: 0, host: '127.0.0.1' });
  return { ...first, second };
}

/** The real program, as `npm start` starts it. */
export async function programAndBrowser(
  env: Record<string, string> = {},
): Promise<{ program: Program; browser: Browser }> {
  const [program, browser] = await Promise.all([startProgram(env), launch()]);
  afterAll(async () => {
    await browser.close();
    await program.stop();
  });
  return { program, browser };
}
