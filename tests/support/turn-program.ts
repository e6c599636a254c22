/**
 * A server that only checks wallets, by the real clock, in a separate process: tests kill and
 * freeze it in the middle of a family's turn.
 * node tests/support/turn-program.ts <address as JSON>
 * Prints "ready", and then what fails.
 */
import { startWatch } from '../../src/app/watch.ts';
import { lightningWatcher } from '../../src/features/money/lightning/watch.ts';
import { ON_REGTEST, startApp } from './app.ts';

const tell = (line: string) => void process.stdout.write(`${line}\n`);
const fails = ({ message }: Error) => tell(message);
const { services } = await startApp({
  ...{ address: JSON.parse(process.argv[2] as string), onJobsError: fails },
  ...ON_REGTEST,
});
const watched = { ...services, clock: () => new Date() };
startWatch(lightningWatcher(watched, fails), fails, 1_000);
tell('ready');
