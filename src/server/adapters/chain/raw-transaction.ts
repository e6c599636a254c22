/** Parses a raw transaction returned by a source. */
import { type BitcoinTransaction, readTransaction } from '#core/bitcoin/transaction.ts';
import { ChainError } from './port.ts';

export type RawTransaction = { raw: Uint8Array; read: BitcoinTransaction };

/** @throws ChainError BAD_ANSWER unless the hex is the requested transaction */
export function transactionFrom(rawHex: string, txid: string): RawTransaction {
  const wrong = new ChainError('BAD_ANSWER', 'The source answered another transaction');
  try {
    const raw = new Uint8Array(Buffer.from(rawHex.trim(), 'hex'));
    const read = readTransaction(raw);
    if (read.txid === txid) return { raw, read };
  } catch {
    throw wrong;
  }
  throw wrong;
}
