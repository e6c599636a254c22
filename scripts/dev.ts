/** `npm run dev`: the server restarts and the pages reload as files change. */
import { spawn } from 'node:child_process';

const WEB_PORT = '47011';
const API_PORT = '47010';

const run = (command: string, args: string[], env: Record<string, string>) =>
  spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });

const programs = [
  run(process.execPath, ['--watch', 'src/app/main.ts'], {
    PORT: API_PORT,
    PUBLIC_URL: `http://localhost:${WEB_PORT}`,
  }),
  run('vite', [], { WEB_PORT, API_ORIGIN: `http://127.0.0.1:${API_PORT}` }),
];
for (const program of programs)
  program.on('exit', (code) => {
    for (const other of programs) other.kill();
    process.exitCode = code ?? 0;
  });
