/** Parses a file's text into payments: recognizes the wallet, then uses its parser. Pure. */
import { because } from '#contract/reasons.ts';
import { albyAccount } from './alby-account.ts';
import { albyHub } from './alby-hub.ts';
import { breez } from './breez.ts';
import { coinos } from './coinos.ts';
import {
  BadFile,
  type Confidence,
  type Format,
  type Limits,
  type ParsedFile,
  type ReadOptions,
  type SkippedRow,
  type WalletRow,
} from './format.ts';
import { mistyBreez, mistyBreezOld } from './misty-breez.ts';
import { phoenixNew, phoenixOld } from './phoenix.ts';
import { phoenixd } from './phoenixd.ts';
import { readHeader, readTable, readUnescaped } from './reader.ts';
import { zeusInvoices, zeusOnChain, zeusPayments } from './zeus.ts';

/** Each new format needs one line here. */
const FORMATS: readonly Format[] = [
  albyAccount,
  albyHub,
  phoenixNew,
  phoenixOld,
  phoenixd,
  breez,
  mistyBreez,
  mistyBreezOld,
  zeusInvoices,
  zeusPayments,
  zeusOnChain,
  coinos,
];

const WALLET_OF_SATOSHI = 'utcDate,type,currency,amount,fees,address,description,pointOfSale';
const SUPPORTED = 'Alby, Phoenix, Breez, Zeus and CoinOS';

/** @throws BadFile with one sentence; nothing else */
export function parseFile(text: string, options: ReadOptions, limits: Limits): ParsedFile {
  const header = readHeader(text, limits);
  const twice = header.find((name, i) => name !== '' && header.indexOf(name) !== i);
  if (twice !== undefined)
    throw new BadFile(`the column “${twice.slice(0, 40)}” stands twice in the header`, 1);
  const { format, confidence } = recognise(header);
  const table = format.unescaped
    ? readUnescaped(text, format.unescaped.freeText, limits)
    : readTable(text, limits);
  const { draft, asks = {} } = format.read(table, options);
  const rows: WalletRow[] = [];
  const skipped: SkippedRow[] = [];
  for (const record of table.records) {
    const read = draft(record);
    if ('skip' in read) {
      skipped.push({ row: record.row, reason: read.skip });
      continue;
    }
    const amountSats = read.amountMsat / 1000n;
    const feeSats = read.feeMsat / 1000n;
    const effect = read.direction === 'in' ? amountSats : amountSats + feeSats;
    if (effect === 0n) skipped.push({ row: record.row, reason: 'it moves less than one sat' });
    else rows.push({ ...read, row: record.row, amountSats, feeSats });
  }
  const { wallet, version } = format;
  return { wallet, format: version(header), confidence, rows, skipped, asks };
}

/** Prefers certain over likely; ignores the file name. @throws BadFile */
function recognise(header: readonly string[]): { format: Format; confidence: Confidence } {
  const found = FORMATS.map((format) => ({ format, confidence: format.recognise(header) }));
  const best =
    found.find(({ confidence }) => confidence === 'certain') ??
    found.find(({ confidence }) => confidence === 'likely');
  if (best?.confidence) return { format: best.format, confidence: best.confidence };
  if (header.join() === WALLET_OF_SATOSHI)
    throw new BadFile(because('WALLET_OF_SATOSHI', { wallets: SUPPORTED }));
  throw new BadFile(because('UNKNOWN_FILE', { wallets: SUPPORTED }));
}
