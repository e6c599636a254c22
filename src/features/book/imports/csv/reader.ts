/**
 * Splits a file into rows and cells, strictly, naming the row of each fault. We wrote our own
 * reader because good refusals matter most here (docs/decisions/0012-csv-reader.md). Pure; one
 * pass, linear in time.
 */
import { because } from '#contract/reasons.ts';
import { BadFile, type Limits, type Record, type Table } from './format.ts';

const QUOTE = 34;
const COMMA = 44;
const CR = 13;
const LF = 10;
const MAX_COLUMNS = 100;

/** Only the first row. */
export const readHeader = (text: string, limits: Limits): readonly string[] =>
  readTable(text, { ...limits, rows: 0 }, true).header;

/** RFC 4180, with LF or CRLF. @throws BadFile */
export function readTable(text: string, limits: Limits, headerOnly = false): Table {
  const records: Record[] = [];
  let header: readonly string[] | undefined;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (let row = 1; at < text.length; row++) {
    const most = header?.length ?? MAX_COLUMNS;
    const { cells, end } = readRecord(text, at, row, most, limits.cell);
    at = end;
    if (cells.length === 1 && (cells[0] as string).trim() === '') continue;
    if (!header) {
      header = cells.map((cell) => cell.trim());
      if (headerOnly) break;
      continue;
    }
    if (cells.length !== header.length) throw wrongWidth(cells.length, header.length, row);
    if (records.length === limits.rows) throw tooMany(limits);
    records.push({ row, cells });
  }
  if (!header) throw new BadFile(because('FILE_EMPTY'));
  return { header, records };
}

export const tooMany = ({ rows }: Limits) =>
  new BadFile(because('TOO_MANY_ROWS', { most: rows.toLocaleString('en') }));

function readRecord(text: string, from: number, row: number, most: number, maxCell: number) {
  const cells: string[] = [];
  for (let at = from; ; ) {
    if (cells.length === most)
      throw new BadFile(`it has more than ${most} cells, more than its header`, row);
    const { cell, end } =
      text.charCodeAt(at) === QUOTE ? quoted(text, at, row, maxCell) : plain(text, at);
    checkCell(cell, row, maxCell);
    cells.push(cell);
    if (end >= text.length) return { cells, end };
    if (text.charCodeAt(end) !== COMMA)
      return { cells, end: end + (text.charCodeAt(end) === CR ? 2 : 1) };
    at = end + 1;
  }
}

/** Up to the next comma or line break. `end` is its position, or the end of the text. */
function plain(text: string, from: number): { cell: string; end: number } {
  let end = from;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === COMMA || code === LF) break;
  }
  const breaks = end === text.length || text.charCodeAt(end) === LF;
  const crlf = breaks && end > from && text.charCodeAt(end - 1) === CR;
  return { cell: text.slice(from, crlf ? end - 1 : end), end };
}

function quoted(text: string, from: number, row: number, maxCell: number) {
  let cell = '';
  for (let start = from + 1; ; ) {
    const quote = text.indexOf('"', start);
    if (quote < 0) throw new BadFile('a quotation mark is opened and never closed', row);
    cell += text.slice(start, quote);
    if (text.charCodeAt(quote + 1) !== QUOTE) {
      const end = quote + 1;
      const next = text.charCodeAt(end);
      const crlf = next === CR && text.charCodeAt(end + 1) === LF;
      if (end >= text.length || next === COMMA || next === LF || crlf) return { cell, end };
      throw new BadFile('there is text behind a closing quotation mark', row);
    }
    cell += '"';
    start = quote + 2;
    if (cell.length > maxCell) checkCell(cell, row, maxCell);
  }
}

function checkCell(cell: string, row: number, maxCell: number): void {
  if (cell.length > maxCell)
    throw new BadFile(`a cell has more than ${maxCell.toLocaleString('en')} characters`, row);
  if (cell.includes('\0'))
    throw new BadFile('it holds a NUL character. Please export the file again as UTF-8 text', row);
}

/**
 * Zeus quotes every value and doesn't double quotation marks inside. A record ends where a value
 * ends and the next line begins with one; surplus cells belong to the free text.
 * @throws BadFile
 */
export function readUnescaped(text: string, freeText: readonly string[], limits: Limits): Table {
  const header = readHeader(text, limits);
  const body = text.slice(text.indexOf('\n') + 1).trimEnd();
  // If another program has saved the file again, it follows RFC 4180.
  if (!text.includes('\n') || !body.startsWith('"')) return readTable(text, limits);
  if (!body.endsWith('"') || body.length < 2) throw new BadFile(because('LAST_ROW_CUT'));
  const records: Record[] = [];
  const lines = body.slice(1, -1).split(/"\r?\n"/);
  const first = Math.max(0, header.indexOf(freeText[0] as string));
  for (let i = 0; i < lines.length; ) {
    const row = records.length + 2;
    let cells = (lines[i++] as string).split('","');
    while (cells.length < header.length && i < lines.length) {
      const next = (lines[i++] as string).split('","');
      cells = [...cells.slice(0, -1), `${cells.at(-1)}"\n"${next[0]}`, ...next.slice(1)];
      if (cells.length > header.length + limits.cell) break;
      for (const cell of cells) checkCell(cell, row, limits.cell);
    }
    if (cells.length < header.length) throw wrongWidth(cells.length, header.length, row);
    const extra = cells.length - header.length;
    if (extra > 0)
      cells.splice(first, extra + 1, cells.slice(first, first + extra + 1).join('","'));
    for (const cell of cells) checkCell(cell, row, limits.cell);
    if (records.length === limits.rows) throw tooMany(limits);
    records.push({ row, cells });
  }
  return { header, records };
}

const wrongWidth = (cells: number, wanted: number, row: number) =>
  new BadFile(`it has ${cells} ${cells === 1 ? 'cell' : 'cells'}, the header has ${wanted}`, row);
