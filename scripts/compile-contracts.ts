/**
 * Build step: leaves out of the browser what it never reads of a call's description: the shape of
 * the answer (the server has checked it), who may call, and the words of the documents. The schemas
 * that only an answer used fall away with it.
 */
interface Node {
  type: string;
  [key: string]: unknown;
}
interface Call extends Node {
  callee: Node & { name?: string };
  arguments: (Node & { properties?: (Node & { key?: { name?: string } })[] })[];
}
interface Program {
  traverse(visitor: { CallExpression: (path: { node: Call }) => void }): void;
}

const UNREAD = ['output', 'summary', 'access', 'large'];

/** A Babel plugin. It must run on `endpoint({…})` calls as written in the contracts. */
export function compileContracts() {
  return {
    visitor: { Program: { exit: (program: Program) => program.traverse({ CallExpression }) } },
  };
}

function CallExpression({ node }: { node: Call }): void {
  if (node.callee.name !== 'endpoint') return;
  const [description] = node.arguments;
  if (description?.properties)
    description.properties = description.properties.filter(
      ({ key }) => !UNREAD.includes(key?.name ?? ''),
    );
}
