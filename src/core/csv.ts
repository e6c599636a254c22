/**
 * CSV according to RFC 4180, safe to open in a spreadsheet: a text that a spreadsheet would run as
 * a formula gets an apostrophe in front (OWASP ASVS 1.2.10), which is removed again on reading.
 */

/**
 * Anything a spreadsheet may read as a formula at the start of a cell, after any number of
 * apostrophes. Some split at semicolons or tabs, even between quotes, so a cell may start after
 * those too.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORMULAS = /(?<=^|[;\t\r\n])('*)(?=[=+\-@\t\r\n\u0000＝＋－＠])/g;

/** Escapes a cell's text: `=1+1` → `'=1+1`, `a;-1` → `a;'-1`. */
const safe = (text: string): string => text.replaceAll(FORMULAS, "'$1");

/** The inverse of `safe`. */
const plain = (cell: string): string => cell.replaceAll(FORMULAS, (marks) => marks.slice(1));

function quoted(text: string): string {
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line with its end. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(safe(cell))).join(',')}\r\n`;

/**
 * The cells of every line, as they were given to csvLine. Accepts a byte order mark and either kind
 * of line ending; an empty last line is ignored. Undefined if a quote is never closed.
 */
export function csvRows(text: string): string[][] | undefined {
  const rows: string[][] = [];
  let row: string[] = [];
  // One cell with its end: quoted text, or anything up to the next separator.
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
