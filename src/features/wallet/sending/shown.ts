/** Sends and unsigned transactions as the API tells of them. */
import { paymentUri } from '#core/bitcoin/payment-uri.ts';
import { formatBtc } from '#core/money.ts';
import type { Send } from './contract.ts';
import type { Made } from './psbt.ts';
import type { SendRow } from './store.ts';

export const asMade = (made: Made) =>
  'psbt' in made
    ? { psbt: made.psbt, fee: formatBtc(made.feeSats), obstacle: null }
    : { psbt: null, fee: null, obstacle: made.obstacle };

export const asSend = (row: SendRow): Send => ({
  id: row.paymentId,
  childId: row.childId,
  childName: row.childName ?? '',
  toAddress: row.toAddress,
  amount: formatBtc(row.amountSats),
  state: row.state,
  notice: row.notice,
  transactionId: row.txid ?? '',
  uri: paymentUri(row.toAddress, formatBtc(row.amountSats)),
  createdAt: row.createdAt.toISOString(),
  seenAt: row.seenAt?.toISOString() ?? null,
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
  entryId: row.entryId,
});
