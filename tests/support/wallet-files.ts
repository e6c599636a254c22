/** Wallet files for tests: generated rows, and the fixtures with their expected result. */
import { readFileSync } from 'node:fs';
import type { Reply, Visitor } from './app.ts';

const folder = new URL('../fixtures/csv/', import.meta.url);

export const fixture = (file: string): string => readFileSync(new URL(file, folder), 'utf8');

export type Fixture = {
  file: string;
  uploadFilename: string;
  wallet: string;
  format: string;
  dataRows: number;
  imported: number;
  skipped: { dataRow: number; reason: string }[];
};

export const fixtures = (): Fixture[] => JSON.parse(fixture('manifest.json')) as Fixture[];

/** One payment: sats without the fee, negative when sent. */
export type Payment = { id: string; at: string; sats: number; feeSats?: number };

const effect = ({ sats, feeSats = 0 }: Omit<Payment, 'id'>) => (sats < 0 ? sats - feeSats : sats);

/** The expected book of a wallet: all payments, and the opening amount before them. */
export function worth(payments: readonly Payment[]): number {
  let [sum, low] = [0, 0];
  for (const one of [...payments].sort((a, b) => (a.at + a.id < b.at + b.id ? -1 : 1))) {
    sum += effect(one);
    low = Math.min(low, sum);
  }
  return sum - low;
}

const HEADER =
  'date,id,type,amount_msat,fee_credit_msat,mining_fee_sat,service_fee_msat,payment_hash,tx_id';

/** A phoenixd file: its amounts include the fees. */
export const phoenixdFile = (payments: readonly Payment[]): string =>
  [
    HEADER,
    ...payments.map(({ id, at, sats, feeSats = 0 }) => {
      const type = sats < 0 ? 'lightning_sent' : 'lightning_received';
      const amount = sats < 0 ? sats - feeSats : sats;
      return `${new Date(at).toISOString()},${id},${type},${amount * 1000},0,0,${feeSats * 1000},,`;
    }),
  ].join('\n');

/** A file of an old Phoenix: no ids. */
export const oldPhoenixFile = (payments: readonly Omit<Payment, 'id'>[]): string =>
  [
    'Date,Amount Millisatoshi,Fees Millisatoshi,Context,Description',
    ...payments.map(
      ({ at, sats }) => `${new Date(at).toISOString()},${sats * 1000},0,Payment,Same words`,
    ),
  ].join('\r\n');

/** A CoinOS file, with ids; its times as a browser in London in winter writes them. */
export const coinosFile = (payments: readonly Payment[]): string =>
  [
    'type,id,created,rate,currency,amount,fee,tip,fiat,fiatfee,fiattip',
    ...payments.map(
      ({ id, at, sats, feeSats = 0 }) =>
        `lightning,${id},${spoken(new Date(at))},80000,USD,${sats},${feeSats},,$0.10,,`,
    ),
  ].join('\n');

/** `Mon Feb 02 2026 10:00:00 GMT+0000` */
function spoken(at: Date): string {
  const [day, date, month, year, time] = at.toUTCString().replace(',', '').split(' ');
  return `${day} ${month} ${date} ${year} ${time} GMT+0000`;
}

export const importFile = (
  visitor: Visitor,
  childId: string,
  csvContent: string,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Reply> =>
  visitor.send(
    'POST',
    '/api/transactions/import-csv',
    { childId, csvContent, filename: 'export.csv', ...more },
    headers,
  );

export const previewFile = (
  visitor: Visitor,
  childId: string,
  csvContent: string,
  more: object = {},
): Promise<Reply> =>
  visitor.send('POST', '/api/transactions/import-csv/preview', {
    childId,
    csvContent,
    filename: 'export.csv',
    ...more,
  });
