/** Finds the transaction that pays a send, and derives its state from the chain. Pure. */
import type { SendNotice, SendState } from './contract.ts';

/** An output to the send's address. */
export type Output = {
  txid: string;
  vout: number;
  amountSats: bigint;
  /** The height of its block; null while unconfirmed. */
  height: number | null;
};

export type SendFacts = {
  amountSats: bigint;
  state: 'open' | 'paid' | 'declined';
  failure: SendNotice | null;
  txid: string | null;
  vout: number | null;
  /** Transactions that paid the address before; null if no source could be asked then. */
  knownTxids: readonly string[] | null;
};

export type Standing = Pick<SendFacts, 'state' | 'failure' | 'txid' | 'vout'>;

/** The state as the API names it. */
export function shownState({ state, txid }: Pick<SendFacts, 'state' | 'txid'>): SendState {
  if (state === 'open') return txid === null ? 'waiting' : 'seen';
  return state === 'paid' ? 'confirmed' : 'cancelled';
}

export const isSameStanding = (before: Standing, after: Standing): boolean =>
  before.state === after.state &&
  before.failure === after.failure &&
  before.txid === after.txid &&
  before.vout === after.vout;

/**
 * A send's state, given everything that pays its address now.
 * @param isClaimed whether another send has this output
 */
export function standingOf(
  send: SendFacts,
  outputs: readonly Output[],
  isClaimed: (output: Output) => boolean,
): Standing {
  const own = outputs.find(({ txid, vout }) => txid === send.txid && vout === send.vout);
  if (own) return { ...send, ...placed(own, send) };
  const fresh = outputs.filter(({ txid }) => !send.knownTxids?.includes(txid));
  const open = send.knownTxids === null ? [] : fresh.filter((one) => !isClaimed(one));
  const found = open.find(({ amountSats }) => amountSats === send.amountSats);
  const hadOne = send.txid !== null;
  if (found) return { ...claim(found), ...(hadOne && { failure: 'replaced' }) };
  const lost = { state: 'open', txid: null, vout: null } as const;
  if (hadOne) return { ...lost, failure: send.state === 'paid' ? 'reorganised' : 'evicted' };
  return { ...lost, failure: open.length > 0 ? 'another_amount' : send.failure };
}

const claim = (output: Output): Standing => ({
  state: output.height === null ? 'open' : 'paid',
  failure: null,
  txid: output.txid,
  vout: output.vout,
});

/** Follows its output; the notice about a lost block stays until it is in a block again. */
function placed({ height }: Output, before: SendFacts): Pick<Standing, 'state' | 'failure'> {
  if (height !== null) return { state: 'paid', failure: null };
  return { state: 'open', failure: before.state === 'paid' ? 'reorganised' : before.failure };
}

/** The network's view of a transaction that an adult entered. */
export type Named = {
  isKnown: boolean;
  /** Outputs that pay the send's address. */
  outputs: readonly Output[];
};

/**
 * Judges how an entered transaction relates to this send.
 * @param result undefined if no source could be asked
 */
export function named(
  send: SendFacts,
  txid: string,
  result: Named | undefined,
  isClaimed: (output: Output) => boolean,
): Standing {
  const refused = (failure: SendNotice): Standing => ({ ...send, failure });
  if (result === undefined) return refused('not_asked');
  const { isKnown, outputs } = result;
  if (outputs.length === 0) return refused(isKnown ? 'pays_another' : 'unknown');
  if (send.knownTxids?.includes(txid)) return refused('too_old');
  const exact = outputs.filter(({ amountSats }) => amountSats === send.amountSats);
  if (exact.length === 0) return refused('another_amount');
  const free = exact.find((one) => !isClaimed(one));
  return free ? claim(free) : refused('claimed');
}
