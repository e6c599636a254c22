/** Sends and unsigned transactions as the API shows them. */
import { paymentUri } from '#core/bitcoin/payment-uri.ts';
import { formatBtc } from '#core/money.ts';
import type { Send } from './contract.ts';
import type { Made } from './psbt.ts';
import { shownState } from './rules.ts';
import type { SendRow } from './store.ts';

export const asMade = (made: Made) =>
  'psbt' in made
    ? { psbt: made.psbt, fee: formatBtc(made.feeSats), obstacle: null }
    : { psbt: null, fee: null, obstacle: made.obstacle };

export const asSend = (row: SendRow): Send => ({
  id: row.paymentId,
  childId: row.childId,
  childName: row.childName ?? '',
  toAddress: row.address,
  amount: formatBtc(row.amountSats),
  state: shownState(row),
  notice: row.failure,
  transactionId: row.txid ?? '',
  uri: paymentUri(row.address, formatBtc(row.amountSats)),
  createdAt: row.createdAt.toISOString(),
  seenAt: row.seenAt?.toISOString() ?? null,
  confirmedAt: row.endedAt?.toISOString() ?? null,
  entryId: row.entryId,
});
