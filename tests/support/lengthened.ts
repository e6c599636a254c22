/**
 * A made-up language for tests: every word of the English catalog grown by 40 % and marked, served
 * instead of the German file. What is still plain English on a page didn't come from the catalog;
 * what no longer fits wouldn't fit in some real language either.
 */
import { createCompiledCatalog } from '@lingui/cli/api';
import type { BrowserContext } from 'playwright-core';
import { SAID } from '#web/messages/said-de.ts';
import { nameOf, textsIn } from '../../scripts/catalogue-texts.ts';

/** Marks a lengthened word: no name and no number of a family ends with it. */
export const MARK = 'ø';

/** Runs in the browser too, so it uses nothing from outside itself. */
export function lengthen(text: string): string {
  return text.replace(/<[^>]*>|\p{L}+/gu, (word) =>
    word.startsWith('<') ? word : word + 'ø'.repeat(Math.ceil(word.length * 0.4)),
  );
}

/** Serves this instead of the German catalogue, on every page of a German browser. */
export async function speakLengthened(context: BrowserContext): Promise<void> {
  const said = Object.fromEntries(
    Object.keys(SAID).map((sentence) => [sentence, lengthen(sentence)]),
  );
  const json = { messages: messages(), said };
  await context.route(/\/assets\/de-[\w-]+\.json$/, (route) => route.fulfill({ json }));
}

function messages(): Record<string, unknown> {
  const ids = Object.fromEntries(textsIn('en').map(({ english }) => [nameOf(english), english]));
  const { source } = createCompiledCatalog('en', ids, { namespace: 'json' });
  const compiled = JSON.parse(source) as { messages: Record<string, unknown> };
  return Object.fromEntries(
    Object.entries(compiled.messages).map(([id, message]) => [id, grown(message)]),
  );
}

/** A compiled message: words, and placeholders as `[name]` or `[name, kind, {form: message}]`. */
function grown(message: unknown): unknown {
  if (typeof message === 'string') return lengthen(message);
  if (!Array.isArray(message)) return message;
  return message.map((part) => (Array.isArray(part) ? grownPlace(part) : grown(part)));
}

function grownPlace([name, kind, forms, ...rest]: unknown[]): unknown[] {
  if (kind === undefined) return [name];
  if (typeof forms !== 'object' || forms === null) return [name, kind, forms, ...rest];
  const all = Object.entries(forms).map(([form, message]) => [
    form,
    form === 'offset' ? message : grown(message),
  ]);
  return [name, kind, Object.fromEntries(all), ...rest];
}
