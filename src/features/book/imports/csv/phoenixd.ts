/** phoenixd, the server: `exportcsv`. Like Phoenix, without fiat amounts and texts. Pure. */
import { byName } from './cells.ts';
import type { Format } from './format.ts';
import { successful } from './phoenix.ts';

const HEADER =
  'date,id,type,amount_msat,fee_credit_msat,mining_fee_sat,service_fee_msat,payment_hash,tx_id';

export const phoenixd: Format = {
  wallet: 'phoenixd',
  version: () => 'phoenixd',
  recognise: (header) => (header.join() === HEADER ? 'certain' : undefined),
  read: (table) => {
    const cell = byName(table);
    return { draft: (record) => successful(cell, record, '') };
  },
};
