/**
 * CSV as RFC 4180 has it, safe to open in a spreadsheet: a text that a spreadsheet would run as a
 * formula gets an apostrophe in front (OWASP ASVS 1.2.10), and loses it again when it is read.
 */

/**
 * Where a spreadsheet may begin a cell, and what it may read there as a formula, behind any number
 * of apostrophes. Some split at semicolons or tabs, also between quotes, so cells begin behind
 * those too.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORMULAS = /(?<=^|[;\t\r\n])('*)(?=[=+\-@\t\r\n\u0000＝＋－＠])/g;

/** One cell that keeps its text: `=1+1` → `'=1+1`, `a;-1` → `a;'-1`. */
const safe = (text: string): string => text.replaceAll(FORMULAS, "'$1");

/** The text that `safe` was given. */
const plain = (cell: string): string => cell.replaceAll(FORMULAS, (marks) => marks.slice(1));

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
