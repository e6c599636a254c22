/**
 * Every figure, one after the other, with all ratios repeated at the end. A missed goal fails no
 * build: it depends on the machine and its other guests, so a person has to judge it.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const FIGURES = [
  'weigh',
  'interactive',
  'inp',
  'tab',
  'ageing',
  'restart',
  'evening',
  'allowance',
  'idle',
  'csv-import',
  'noisy-neighbour',
  'backup',
  'cheapest',
  'silent-source',
  'derive',
];

const asked = process.argv.slice(2);
const lines: string[] = [];
let failed = false;
for (const figure of asked.length > 0 ? asked : FIGURES) {
  process.stdout.write(`\n${figure}\n`);
  const { code, text } = await run(figure);
  lines.push(...text.split('\n').filter((line) => line.startsWith('= ')));
  if (code !== 0) {
    failed = true;
    lines.push(`= ${figure}: did not run`);
  }
}
process.stdout.write(`\nAll figures\n${lines.join('\n')}\n`);
process.exitCode = failed ? 1 : 0;

function run(figure: string): Promise<{ code: number | null; text: string }> {
  const file = fileURLToPath(new URL(`./${figure}.ts`, import.meta.url));
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
      process.stdout.write(chunk);
    });
    child.on('close', (code) => resolve({ code, text }));
  });
}
