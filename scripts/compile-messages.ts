/**
 * Build step: turns the English text that a lingui macro left in the code (`message: "Hi {name}"`)
 * into its compiled form (`message: ["Hi ",["name"]]`), which spares the browser the message parser
 * and an English catalog. Runs after the macro, in production builds only.
 */
import { createCompiledCatalog } from '@lingui/cli/api';

interface Node {
  type: string;
  [key: string]: unknown;
}
interface Property extends Node {
  key: Node & { name?: string };
  value: Node & { value?: string };
}
interface Path {
  node: Node & { properties: Property[] };
}
interface Program {
  traverse(visitor: Record<string, (path: Path) => void>): void;
}
interface Babel {
  types: { valueToNode(value: unknown): Node };
}

/** The short names of all texts so far. */
export const met = new Set<string>();

/** A Babel plugin. The macro marks each message with a comment, `i18n`. */
export function compileMessages({ types }: Babel) {
  const compile = ({ node }: Path) => {
    const comments = (node.leadingComments ?? []) as { value: string }[];
    if (!comments.some((comment) => comment.value.includes('i18n'))) return;
    const message = node.properties.find((property) => property.key?.name === 'message');
    if (message?.value.type !== 'StringLiteral') return;
    const name = node.properties.find((property) => property.key?.name === 'id')?.value.value;
    if (name) met.add(name);
    message.value = types.valueToNode(compiled(message.value.value as string));
  };
  return {
    visitor: {
      Program: { exit: (program: Program) => program.traverse({ ObjectExpression: compile }) },
    },
  };
}

function compiled(text: string): unknown {
  const { source, errors } = createCompiledCatalog('en', { text }, { namespace: 'json' });
  if (errors[0]) throw errors[0].error;
  return (JSON.parse(source) as { messages: { text: unknown } }).messages.text;
}
