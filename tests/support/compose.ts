/** The environment compose.yaml gives the program. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

type Compose = { services: { app: { environment: Record<string, string> } } };

/** With the values of deploy/compose.env. @throws if one is missing */
export function composeEnvironment(given: Readonly<Record<string, string>>) {
  const filled = (text: string): string => {
    const inner = text.replace(/\$\{(\w+):\?\}/g, (_, name) => {
      if (!given[name]) throw new Error(`${name} is required`);
      return given[name];
    });
    return inner.replace(/\$\{(\w+):-([^}]*)\}/g, (_, name, other) => given[name] || other);
  };
  const { services } = parse(readFileSync('compose.yaml', 'utf8')) as Compose;
  const entries = Object.entries(services.app.environment);
  return Object.fromEntries(entries.map(([name, text]) => [name, filled(String(text))])) as Record<
    string,
    string
  >;
}
