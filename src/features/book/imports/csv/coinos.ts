/** CoinOS, four headers since 2023. Satoshis, negative when sent; the file has no texts. Pure. */
import { byName, magnitude, sat, spokenMoment, timed, wrong } from './cells.ts';
import type { Format } from './format.ts';

const NEEDED = ['type', 'id', 'created', 'rate', 'currency', 'amount', 'fee', 'tip'];
const FIAT = 'amount_fiat,tip_fiat,total_fiat,fee_fiat';
const HEADERS = [
  `type,ref,id,created,rate,currency,amount,tip,total,fee,platform_fee,${FIAT},platform_fee_fiat`,
  `type,id,created,rate,currency,amount,tip,total,fee,platform_fee,${FIAT},platform_fee_fiat`,
  `type,id,created,rate,currency,amount,tip,total,fee,${FIAT}`,
  'type,id,created,rate,currency,amount,fee,tip,amount_fiat,fee_fiat,tip_fiat',
  'type,id,created,rate,currency,amount,fee,tip,fiat,fiatfee,fiattip',
];
const TYPES = new Set([
  'bitcoin',
  'liquid',
  'lightning',
  'internal',
  'fund',
  'ecash',
  'reconcile',
  'bolt12',
]);

export const coinos: Format = {
  wallet: 'coinos',
  version: (header) =>
    header.includes('ref')
      ? 'coinos>=2025-01'
      : header.includes('platform_fee')
        ? 'coinos>=2024-08'
        : header.includes('total')
          ? 'coinos>=2023-03'
          : 'coinos>=2023-01',
  recognise: (header) =>
    HEADERS.includes(header.join())
      ? 'certain'
      : NEEDED.every((name) => header.includes(name))
        ? 'likely'
        : undefined,
  read: (table) => {
    const cell = byName(table);
    return {
      draft: (record) => {
        const { row } = record;
        // 0 is printed as an empty cell.
        const number = (name: string) => sat(cell(record, name), row, name, 0n);
        const type = cell(record, 'type');
        if (!TYPES.has(type)) throw wrong(type, row, 'type', 'a type that CoinOS writes');
        const amount = number('amount');
        return {
          direction: amount < 0n ? 'out' : 'in',
          amountMsat: magnitude(amount) + magnitude(number('tip')),
          feeMsat: magnitude(number('fee') + number('platform_fee')),
          ...timed(spokenMoment(cell(record, 'created'), row, 'created')),
          description: '',
          id: cell(record, 'id') || null,
        };
      },
    };
  },
};
