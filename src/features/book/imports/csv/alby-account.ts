/** The shared wallet of getalby.com, as written by its exporter. Amounts are satoshis. Pure. */
import { byName, isoMoment, sat, timed, words, wrong } from './cells.ts';
import type { Direction, Format } from './format.ts';

const HEADER =
  'Invoice Type,Amount,Fee,Creation Date,Settled Date,Memo,Comment,Message,Payer Name,Payer Pubkey,Payment Hash,Preimage,Fiat In Cents,Currency,USD In Cents,Is Boostagram,Is Zap';
const NEEDED = ['Invoice Type', 'Amount', 'Fee', 'Creation Date', 'Settled Date', 'Payment Hash'];
const DIRECTIONS = new Map<string, Direction>([
  ['incoming', 'in'],
  ['outgoing', 'out'],
]);

export const albyAccount: Format = {
  wallet: 'alby-account',
  version: () => 'getalby.com account export',
  recognise: (header) =>
    header.join() === HEADER
      ? 'certain'
      : NEEDED.every((name) => header.includes(name))
        ? 'likely'
        : undefined,
  read: (table) => {
    const cell = byName(table);
    return {
      draft: (record) => {
        const { row } = record;
        const text = (name: string) => cell(record, name);
        const direction = DIRECTIONS.get(text('Invoice Type'));
        if (!direction)
          throw wrong(text('Invoice Type'), row, 'Invoice Type', '“incoming” or “outgoing”');
        const amountMsat = sat(text('Amount'), row, 'Amount');
        const feeMsat = sat(text('Fee'), row, 'Fee', 0n);
        if (amountMsat < 0n || feeMsat < 0n)
          throw wrong(text('Amount'), row, 'Amount', 'zero or more');
        return {
          direction,
          amountMsat,
          feeMsat,
          ...timed(settled(text('Settled Date'), text('Creation Date'), row)),
          description: words(text('Memo'), text('Comment'), text('Message')),
          id: text('Payment Hash') || null,
        };
      },
    };
  },
};

/** Unix seconds, or 0 for "see the creation date", which reads `2025-12-17 11:51:23 UTC`. */
function settled(seconds: string, created: string, row: number): string | null {
  if (seconds !== '' && seconds !== '0') {
    if (!/^\d{9,10}$/.test(seconds))
      throw wrong(seconds, row, 'Settled Date', 'a number of Unix seconds');
    return new Date(Number(seconds) * 1000).toISOString();
  }
  return isoMoment(created.replace(' ', 'T').replace(' UTC', 'Z'), row, 'Creation Date');
}
