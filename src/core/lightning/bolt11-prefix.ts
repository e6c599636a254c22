/** The human-readable part of an invoice: network and amount (BOLT 11, "Human-Readable Part"). */
import { MAX_SATS } from '../money.ts';
import { LightningError } from './error.ts';

/** As BIP 173 and BOLT 11 write them: mainnet, testnet, signet, regtest. */
export type Network = 'bc' | 'tb' | 'tbs' | 'bcrt';

/** `bcrt` and `tbs` come before the shorter names they begin with. */
const PREFIX = /^ln(bcrt|bc|tbs|tb)(?:([0-9]+)([munp]?))?$/;

const MSAT_PER_BTC = 100_000_000_000n;
const MAX_MSAT = MAX_SATS * 1000n;
/** Units per bitcoin. A pico-bitcoin is a tenth of a millisatoshi. */
const DIVISOR: Record<string, bigint> = {
  '': 1n,
  m: 1_000n,
  u: 1_000_000n,
  n: 1_000_000_000n,
  p: 1_000_000_000_000n,
};

/**
 * If there is no amount, the payer chooses it.
 * @throws LightningError for an unknown network or a bad amount
 */
export function readPrefix(prefix: string): {
  readonly network: Network;
  readonly amountMsat: bigint | undefined;
} {
  const match = PREFIX.exec(prefix);
  if (!match) {
    const isOther = /^ln[a-z]+[0-9]*[munp]?$/.test(prefix);
    throw new LightningError(
      isOther ? 'UNSUPPORTED_INVOICE' : 'BAD_INVOICE',
      'An invoice begins with lnbc, lntb, lntbs or lnbcrt and an optional amount such as 20m',
    );
  }
  const [, network, digits, multiplier = ''] = match;
  return {
    network: network as Network,
    amountMsat: digits ? amountOf(digits, multiplier) : undefined,
  };
}

function amountOf(digits: string, multiplier: string): bigint {
  const fail = (why: string): never => {
    throw new LightningError('BAD_INVOICE', `The amount of the invoice ${why}`);
  };
  if (digits.startsWith('0')) fail('is zero or begins with a zero');
  if (digits.length > 19) fail('has too many digits');
  const scaled = BigInt(digits) * MSAT_PER_BTC;
  const divisor = DIVISOR[multiplier] as bigint;
  if (scaled % divisor !== 0n) fail('is not a whole number of millisatoshis');
  const msat = scaled / divisor;
  return msat <= MAX_MSAT ? msat : fail('is more bitcoin than there will ever be');
}
