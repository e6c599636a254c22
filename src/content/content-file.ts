/**
 * One file of articles or lessons: YAML front matter, checked by a schema, followed by Markdown.
 * Any fault is reported in one line that names the file and the field (or the line). Pure: the
 * caller reads the file.
 */
import * as v from 'valibot';
import { parse as parseYaml, YAMLError } from 'yaml';
import type { Block } from './blocks.ts';
import { MarkdownError, parseMarkdown } from './markdown.ts';

export type Content<Front> = {
  readonly front: Front;
  /** The raw text after the front matter. */
  readonly body: string;
  readonly blocks: readonly Block[];
};

/**
 * @param file how errors refer to it, such as `content/blog/a-first-allowance.md`
 * @throws Error `file: field: what is expected` or `file:line: what is wrong`
 */
export function readContent<const S extends v.GenericSchema>(
  file: string,
  text: string,
  schema: S,
): Content<v.InferOutput<S>> {
  const parts = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text.replaceAll('\r\n', '\n'));
  if (!parts) throw new Error(`${file}: it must begin with front matter between two lines of ---`);
  const [, yaml = '', body = ''] = parts;
  const front = readFront(file, yaml, schema);
  const before = yaml.split('\n').length + 2;
  try {
    return { front, body: body.trim(), blocks: parseMarkdown(body) };
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
    throw new Error(`${file}:${before + error.line}: ${error.message}`);
  }
}

function readFront<const S extends v.GenericSchema>(
  file: string,
  yaml: string,
  schema: S,
): v.InferOutput<S> {
  let data: unknown;
  try {
    data = parseYaml(yaml, { maxAliasCount: 0 });
  } catch (error) {
    if (!(error instanceof YAMLError)) throw error;
    throw new Error(`${file}:${(error.linePos?.[0].line ?? 0) + 1}: ${error.code}`);
  }
  const result = v.safeParse(schema, data, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = issue.path?.map(({ key }) => String(key)).join('.') ?? 'front matter';
  throw new Error(`${file}: ${field}: ${sentenceOf(issue)}`);
}

/** A strict object's own issues talk about keys, so they are reworded. */
function sentenceOf(issue: v.BaseIssue<unknown>): string {
  if (issue.type !== 'strict_object') return issue.message;
  return issue.expected === 'never' ? 'there is no such field' : 'it is missing';
}
