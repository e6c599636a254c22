#!/usr/bin/env node
/**
 * `satling`, `satling backup` and so on, of the installed program. It runs on Node 24: the one
 * bundled on Linux, if this one is older. Plain JavaScript that an old Node can read.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const COMMANDS = ['backup', 'restore', 'verify-ledger', 'move-to-server', 'rotate-secret-key'];
const [, , command, ...rest] = process.argv;
const isCommand = COMMANDS.includes(command);
if (command !== undefined && !isCommand) {
  process.stderr.write(`satling, or satling with one of: ${COMMANDS.join(', ')}\n`);
  process.exit(2);
}
const file = isCommand ? `./${command}.js` : '../src/app/main.js';
const program = fileURLToPath(new URL(file, import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= 24) {
  process.argv = [process.argv[0], program, ...rest];
  await import(file);
} else {
  const child = spawn(nodeThatCameAlong(), [program, ...rest], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function nodeThatCameAlong() {
  try {
    const name = `node-${process.platform}-${process.arch}/bin/node`;
    return createRequire(import.meta.url).resolve(name);
  } catch {
    process.stderr.write(
      `Satling runs on Node 24, and this is Node ${process.versions.node}. Install Node 24 (https://nodejs.org).\n`,
    );
    return process.exit(1);
  }
}
