/**
 * CSV as RFC 4180 has it, safe to open in a spreadsheet: a text that a spreadsheet would run as a
 * formula gets an apostrophe in front (OWASP ASVS 1.2.10), and loses it again when it is read.
 */

/** What a spreadsheet may read as the start of a formula, behind any number of apostrophes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const DANGEROUS = /^'*[=+\-@\t\r\n\u0000＝＋－＠]/;

/** One cell that keeps its text: `=1+1` → `'=1+1`. */
const safe = (text: string): string => (DANGEROUS.test(text) ? `'${text}` : text);

/** The text that `safe` was given. */
const plain = (cell: string): string =>
  cell.startsWith("'") && DANGEROUS.test(cell) ? cell.slice(1) : cell;

function quoted(text: string): string {
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line with its end. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(safe(cell))).join(',')}\r\n`;

/**
 * The cells of every line, as they were given to csvLine. A byte order mark and either kind of line
 * end are taken; an empty last line is no line. Undefined when a quote is never closed.
 */
export function csvRows(text: string): string[][] | undefined {
  const rows: string[][] = [];
  let row: string[] = [];
  // One cell and what ends it: a quoted text, or anything up to the next mark.
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  cell.lastIndex = text.startsWith('\ufeff') ? 1 : 0;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) return undefined;
    row.push(plain(match[1]?.replaceAll('""', '"') ?? (match[2] as string)));
    if (match[3] === ',' && cell.lastIndex < text.length) continue;
    if (match[3] === ',') row.push('');
    rows.push(row);
    row = [];
  }
  return rows;
}
