/**
 * Fills a prerendered page with data that only the running server has. `{{name}}` becomes the
 * value, escaped; `<x-when name="…">` and `<x-unless name="…">` keep or drop their content. An
 * unknown name is a bug in the program and stops the start. Pure.
 */

/** By name: a text, or undefined if it isn't set. `html` is inserted unescaped. */
export type Values = Readonly<Record<string, string | { html: string } | undefined>>;

/** @throws Error for a name that isn't among the values */
export function fill(page: string, values: Values): string {
  const lookUp = (name: string) => {
    if (!Object.hasOwn(values, name))
      throw new Error(`A page asks for “${name}”, which nobody set`);
    return values[name];
  };
  return page
    .replaceAll(/<x-(when|unless) name="(\w+)">([\s\S]*?)<\/x-\1>/g, (_, kind, name, inside) =>
      (lookUp(name) === undefined) === (kind === 'unless') ? inside : '',
    )
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = lookUp(name) ?? '';
      return typeof value === 'string' ? escaped(value) : value.html;
    });
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
