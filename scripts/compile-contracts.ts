/**
 * Build step: leaves out of the browser what it never reads of a call's description: the shape of
 * the answer (the server has checked it), who may call, and the words of the documents. The schemas
 * that only an answer used fall away with it.
 *
 * What a call is asked with is checked by forms, once they are open, and by the demo. They import
 * `#checks/<feature>/contract.ts`: the same file, of which the build makes a second copy that keeps
 * `input`. The first load has the copy without, and so nothing of the library that checks.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

interface Node {
  type: string;
  [key: string]: unknown;
}
interface Named extends Node {
  name?: string;
}
interface Call extends Node {
  callee: Named & { object?: Named };
  arguments: (Node & { properties?: (Node & { key?: Named })[] })[];
}
interface Statement extends Node {
  /** Of an export. */
  declaration?: Statement | null;
  declarations?: (Node & { id: Named; init?: Call | null })[];
  /** Of an import. */
  specifiers?: (Node & { local?: Named })[];
  source?: { value: string };
}
interface ProgramPath {
  node: { body: Statement[] };
  scope: {
    crawl(): void;
    getBinding(name: string): { referencePaths: readonly { node: Node }[] } | undefined;
  };
  traverse(visitor: { CallExpression: (path: { node: Call }) => void }): void;
}

const UNREAD = ['output', 'summary', 'access', 'large'];
const COPY = '?checks';

/** The Babel plugins of both copies, as presets. */
export const contractPresets = [
  presetOf(/contract\.ts$/, UNREAD),
  presetOf(/contract\.ts\?checks$/, UNREAD),
];

/** A Babel plugin runs on `endpoint({…})` calls as written in the contracts. */
function presetOf(id: RegExp, unread: readonly string[]) {
  const CallExpression = ({ node }: { node: Call }) => leaveOut(node, unread);
  const exit = (program: ProgramPath) => {
    program.traverse({ CallExpression });
    dropUnused(program, unread.includes('input'));
  };
  return {
    preset: () => ({ plugins: [() => ({ visitor: { Program: { exit } } })] }),
    rolldown: { filter: { id, code: 'endpoint(' } },
  };
}

function leaveOut(node: Call, unread: readonly string[]): void {
  if (node.callee.name !== 'endpoint') return;
  const [description] = node.arguments;
  if (description?.properties)
    description.properties = description.properties.filter(
      ({ key }) => !unread.includes(key?.name ?? ''),
    );
}

/**
 * Contracts are pure: what nothing names any more can go, types first, and with it the imports. An
 * exported schema goes where `all` schemas do; who needs one in spite of that fails to build.
 */
function dropUnused({ node, scope }: ProgramPath, all: boolean): void {
  const isNamed = (name = '') =>
    scope.getBinding(name)?.referencePaths.some((one) => !one.node.type.startsWith('Export'));
  const stays = (one: Statement): boolean => {
    if (one.type === 'ImportDeclaration') return one.specifiers?.length !== 0;
    const inner = one.declaration ?? one;
    if (/^TS(TypeAlias|Interface)/.test(inner.type)) return false;
    const [first] = inner.declarations ?? [];
    if (!first || isNamed(first.id.name)) return true;
    return inner !== one && !(all && isSchema(first.init));
  };
  for (let before = -1; before !== node.body.length; ) {
    before = node.body.length;
    scope.crawl();
    for (const one of node.body)
      if (one.type === 'ImportDeclaration')
        one.specifiers = one.specifiers?.filter(({ local }) => isNamed(local?.name)) ?? [];
    node.body = node.body.filter(stays);
  }
}

/** `v.object(…)` */
const isSchema = (init: Call | null | undefined) =>
  init?.type === 'CallExpression' && init.callee.object?.name === 'v';

/** Finds the second copy. Everywhere but in a build `#checks` is the file itself (package.json). */
export const checks: Plugin = {
  name: 'checks',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^#checks\// },
    handler: (name) =>
      `${fileURLToPath(new URL('../src/features', import.meta.url))}${name.slice('#checks'.length)}${COPY}`,
  },
  load: {
    filter: { id: /contract\.ts\?checks$/ },
    handler: (id) => readFileSync(id.slice(0, -COPY.length), 'utf8'),
  },
};
